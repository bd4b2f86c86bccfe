package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.observation.UpdaterMetrics;
import dev.plimsoll.client.events.About;
import dev.plimsoll.client.events.EventRecorder;
import dev.plimsoll.client.events.Occurrence;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Says in events, and counts, what was done to pods. */
public final class UpdateEvents implements Actions.Listener {
    private static final int MOST_TOLD = 100_000;

    private final EventRecorder events;
    private final UpdaterMetrics metrics;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    public UpdateEvents(EventRecorder events, UpdaterMetrics metrics) {
        this.events = events;
        this.metrics = metrics;
    }

    @Override
    public void resized(UpdateCandidate candidate) {
        metrics.resized(candidate.siblings());
        events.record(
                about(candidate.view()),
                Occurrence.Type.NORMAL,
                "InPlaceResizedByVPA",
                "Pod was resized in place by VPA Updater: " + candidate.changes() + ".");
    }

    @Override
    public void evicted(UpdateCandidate candidate, String why) {
        metrics.evicted(candidate.vpa(), candidate.siblings());
        events.record(
                about(candidate.view()),
                Occurrence.Type.NORMAL,
                "EvictedByVPA",
                "Pod was evicted by VPA Updater to apply resource recommendation" + because(candidate, why) + ".");
        events.record(
                about(candidate.vpa()),
                Occurrence.Type.NORMAL,
                "EvictedPod",
                "VPA Updater evicted Pod " + candidate.view().name().name() + " to apply resource recommendation"
                        + because(candidate, why) + ".");
    }

    private static String because(UpdateCandidate candidate, String why) {
        return ": " + candidate.changes() + (why.isEmpty() ? "" : " (not in place: " + why + ")");
    }

    @Override
    public void failed(UpdateCandidate candidate, String reason, String message) {
        switch (reason) {
            case "quota" -> metrics.skipped(reason);
            case "EvictionError" -> metrics.evictionFailed(candidate.vpa(), candidate.siblings(), reason);
            default -> metrics.resizeFailed(candidate.vpa(), candidate.siblings(), reason);
        }
        var name = reason.equals("quota") ? "PodLevelUpdateQuotaExceeded" : reason;
        events.record(about(candidate.view()), Occurrence.Type.WARNING, name, message);
    }

    @Override
    public void skipped(VpaObject vpa, AutoscaledPod pod, String reason, String detail) {
        if (told.size() > MOST_TOLD) told.clear();
        if (!told.add(pod.uid() + " " + reason)) return;
        metrics.skipped(reason);
        events.record(
                about(pod),
                Occurrence.Type.WARNING,
                "PodLevelUpdateSkipped",
                "Not all resources of the pod were updated by " + vpa.name().name() + ": " + detail);
    }

    @Override
    public void infeasible(UpdateCandidate candidate) {
        metrics.infeasible(candidate.siblings());
    }

    @Override
    public void boundsContainers(VpaObject vpa, String limitRange) {
        if (told.size() > MOST_TOLD) told.clear();
        if (!told.add(vpa.uid() + " LimitRange")) return;
        events.record(
                about(vpa),
                Occurrence.Type.WARNING,
                "LimitRangeForContainers",
                "LimitRange " + limitRange + " gives values to containers of pods that are scaled as a whole; "
                        + "a LimitRange of type Pod fits them better.");
    }

    private static About about(AutoscaledPod pod) {
        return new About("v1", "Pod", pod.name().namespace(), pod.name().name(), pod.uid(), "", "");
    }

    private static About about(VpaObject vpa) {
        return new About(
                AutoscalerResources.VPAS.apiVersion(),
                AutoscalerResources.VPAS.kind(),
                vpa.name().namespace(),
                vpa.name().name(),
                vpa.uid(),
                "",
                "");
    }
}
