package dev.plimsoll.autoscaler;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.updater.Actions;
import dev.plimsoll.autoscaler.updater.UpdateCandidate;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.util.ArrayList;
import java.util.List;

/** Notes what an updater does. */
final class Heard implements Actions.Listener {
    final List<String> told = new ArrayList<>();
    final List<String> reasons = new ArrayList<>();
    final List<String> details = new ArrayList<>();

    @Override
    public void resized(UpdateCandidate candidate) {
        told.add("resized");
    }

    @Override
    public void evicted(UpdateCandidate candidate, String why) {
        told.add("evicted");
        reasons.add(why);
    }

    @Override
    public void failed(UpdateCandidate candidate, String reason, String message) {
        told.add(reason);
        reasons.add(message);
    }

    @Override
    public void skipped(VpaObject vpa, AutoscaledPod pod, String reason, String detail) {
        details.add(detail);
        reasons.add(reason);
    }

    @Override
    public void infeasible(UpdateCandidate candidate) {
        told.add("infeasible");
    }

    @Override
    public void boundsContainers(VpaObject vpa, String limitRange) {
        told.add("LimitRange " + limitRange);
    }
}
