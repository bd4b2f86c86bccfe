package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.autoscaler.cluster.PodView;
import dev.plimsoll.autoscaler.cluster.Resources;
import dev.plimsoll.autoscaler.cluster.Vpa;
import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.client.events.About;
import dev.plimsoll.client.events.EventRecorder;
import dev.plimsoll.client.events.Occurrence;

/** Says in events, and counts, what was done to pods. */
public final class UpdateEvents implements Actions.Listener {
    private final EventRecorder events;
    private final Metrics metrics;

    public UpdateEvents(EventRecorder events, Metrics metrics) {
        this.events = events;
        this.metrics = metrics;
    }

    @Override
    public void resized(Candidate candidate) {
        metrics.resized();
        events.record(
                about(candidate.view()),
                Occurrence.Type.NORMAL,
                "InPlaceResizedByVPA",
                "Pod was resized in place by VPA Updater.");
    }

    @Override
    public void evicted(Candidate candidate, String why) {
        metrics.evicted();
        events.record(
                about(candidate.view()),
                Occurrence.Type.NORMAL,
                "EvictedByVPA",
                "Pod was evicted by VPA Updater to apply resource recommendation.");
        events.record(
                about(candidate.vpa()),
                Occurrence.Type.NORMAL,
                "EvictedPod",
                "VPA Updater evicted Pod " + candidate.view().name().name() + " to apply resource recommendation.");
    }

    @Override
    public void failed(Candidate candidate, String reason, String message) {
        metrics.failed(reason);
        var name = reason.equals("quota") ? "PodLevelUpdateQuotaExceeded" : reason;
        events.record(about(candidate.view()), Occurrence.Type.WARNING, name, message);
    }

    private static About about(PodView pod) {
        return new About("v1", "Pod", pod.name().namespace(), pod.name().name(), pod.uid(), "", "");
    }

    private static About about(Vpa vpa) {
        return new About(
                Resources.VPAS.apiVersion(),
                Resources.VPAS.kind(),
                vpa.name().namespace(),
                vpa.name().name(),
                vpa.uid(),
                "",
                "");
    }
}
