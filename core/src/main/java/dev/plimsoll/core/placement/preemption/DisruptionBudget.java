package dev.plimsoll.core.placement.preemption;

import dev.plimsoll.core.placement.terms.LabelQuery;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.Set;

/**
 * A PodDisruptionBudget: how many of its pods may go now.
 *
 * @param disrupted names of pods that are going already and were counted
 */
public record DisruptionBudget(String namespace, String name, LabelQuery pods, long allowed, Set<String> disrupted) {
    public DisruptionBudget {
        disrupted = Set.copyOf(disrupted);
    }

    /** Whether sending the pod away would count. A budget without a condition on labels is passed over, as in Kubernetes. */
    boolean covers(PlacementPod pod) {
        return namespace.equals(pod.key().namespace())
                && !pods.isEmpty()
                && pods.matches(pod.labels())
                && !disrupted.contains(pod.key().name());
    }
}
