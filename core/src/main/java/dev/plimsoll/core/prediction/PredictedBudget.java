package dev.plimsoll.core.prediction;

import dev.plimsoll.core.placement.terms.LabelQuery;
import dev.plimsoll.core.workloads.disruption.DisruptionBudgetSpec;

/** A disruption budget; what it allows is counted anew whenever pods have changed. */
public record PredictedBudget(
        String namespace, String name, LabelQuery pods, DisruptionBudgetSpec spec, boolean alwaysAllowsUnhealthy) {
    boolean covers(PredictedPod pod) {
        return namespace.equals(pod.placement().key().namespace())
                && pods.matches(pod.placement().labels());
    }
}
