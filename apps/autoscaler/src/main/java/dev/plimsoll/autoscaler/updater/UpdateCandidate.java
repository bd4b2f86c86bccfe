package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.core.estimation.application.PodEdits;
import dev.plimsoll.core.estimation.update.ResizeState;
import dev.plimsoll.core.estimation.update.UpdatePriority;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import org.jspecify.annotations.Nullable;

/**
 * A pod that is to be changed.
 *
 * @param siblings how many pods its object has, itself included
 * @param originalsOrNull the note of what the pod asked for at first, where its pod level is managed
 * @param recreated what a new pod in its place would be; itself where it is not to be evicted
 */
public record UpdateCandidate(
        VpaObject vpa,
        AutoscaledPod view,
        PodEdits edits,
        UpdatePriority priority,
        int siblings,
        @Nullable String originalsOrNull,
        PodSpec recreated) {
    /** The spec after the change. */
    PodSpec changed() {
        return edits.applyTo(view.pod().spec());
    }

    /** What changes, for people. */
    String changes() {
        return edits.changes(view.pod().spec());
    }

    /**
     * Whether a new pod would have other resources than this one: if not, it would be evicted again and again. One whose resize hangs has other
     * ones than it asks for.
     */
    boolean isEvictable() {
        if (ResizeState.of(view.pod().status().conditions()).isPresent()) return true;
        var now = view.pod().spec();
        if (!now.resources().equals(recreated.resources())) return true;
        for (var i = 0; i < now.containers().size(); i++) {
            var then = recreated.containers().get(i);
            if (!now.containers().get(i).resources().equals(then.resources())) return true;
        }
        return false;
    }
}
