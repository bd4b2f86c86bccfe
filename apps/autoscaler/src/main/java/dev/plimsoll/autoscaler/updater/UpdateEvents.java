package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.autoscaler.cluster.PodView;
import dev.plimsoll.autoscaler.cluster.Resources;
import dev.plimsoll.autoscaler.cluster.Vpa;
import dev.plimsoll.client.events.About;
import dev.plimsoll.client.events.EventRecorder;
import dev.plimsoll.client.events.Occurrence;

/** Says in events what was done to pods. */
public final class UpdateEvents implements Actions.Listener {
    private final EventRecorder events;

    public UpdateEvents(EventRecorder events) {
        this.events = events;
    }

    @Override
    public void resized(Candidate candidate) {
        events.record(
                about(candidate.view()),
                Occurrence.Type.NORMAL,
                "InPlaceResizedByVPA",
                "Pod was resized in place by VPA Updater.");
    }

    @Override
    public void evicted(Candidate candidate, String why) {
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
