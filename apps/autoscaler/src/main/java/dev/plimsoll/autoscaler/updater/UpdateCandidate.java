package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.Vpa;
import dev.plimsoll.core.estimation.application.PodEdits;
import dev.plimsoll.core.estimation.update.UpdatePriority;
import dev.plimsoll.core.model.PodSpec;
import org.jspecify.annotations.Nullable;

/**
 * A pod that is to be changed.
 *
 * @param siblings how many pods its object has, itself included
 * @param originalsOrNull the note of what the pod asked for at first, where its pod level is managed
 * @param isEvictable whether a new pod in its place would have other values
 */
public record UpdateCandidate(
        Vpa vpa,
        AutoscaledPod view,
        PodEdits edits,
        UpdatePriority priority,
        int siblings,
        @Nullable String originalsOrNull,
        boolean isEvictable) {
    /** The spec after the change. */
    PodSpec changed() {
        return edits.applyTo(view.pod().spec());
    }

    /** What changes, for people. */
    String changes() {
        return edits.changes(view.pod().spec());
    }
}
