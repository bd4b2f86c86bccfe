package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import java.util.List;
import java.util.Set;

/** Makes the recommendation for a pod as a whole, and fits its containers to it. */
public interface PodEstimator {
    Recommendation estimate(Request request);

    /**
     * What is known of the containers.
     *
     * @param containers recommendations within their own policies
     * @param sidecars likewise for restartable init containers, which are counted but not recommended for
     * @param wholeCores containers that are given whole cores
     * @param isPodLevel whether the pod as a whole is recommended for; if not, its maximum still holds for the containers
     */
    record Request(
            List<ContainerEstimate> containers,
            List<ContainerEstimate> sidecars,
            ResourcePolicy policy,
            Set<String> wholeCores,
            boolean isPodLevel) {
        public Request {
            containers = List.copyOf(containers);
            sidecars = List.copyOf(sidecars);
            wholeCores = Set.copyOf(wholeCores);
        }
    }
}
