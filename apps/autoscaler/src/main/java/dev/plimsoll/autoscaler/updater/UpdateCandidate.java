package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.Vpa;
import dev.plimsoll.core.estimation.application.PodEdits;
import dev.plimsoll.core.estimation.update.UpdatePriority;
import dev.plimsoll.core.model.PodSpec;

/**
 * A pod that is to be changed.
 *
 * @param siblings how many pods its object has, itself included
 */
public record UpdateCandidate(Vpa vpa, AutoscaledPod view, PodEdits edits, UpdatePriority priority, int siblings) {
    /** The spec after the change. */
    PodSpec changed() {
        return edits.applyTo(view.pod().spec());
    }
}
