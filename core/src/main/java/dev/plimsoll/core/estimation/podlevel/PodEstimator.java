package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.estimation.capping.MergedRange;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.PodSpec;
import java.util.List;
import java.util.Set;

/** Makes the recommendation for a pod as a whole, and fits its containers to it. */
public interface PodEstimator {
    Recommendation estimate(Request request);

    /**
     * What is known of the containers.
     *
     * @param containers recommendations within their own policies
     * @param excluded what containers need that are counted and not recommended for while the pod runs: sidecars, those that
     *     are off or whose resource is not controlled
     * @param initContainers likewise for containers that end before the others begin
     * @param wholeCores containers that are given whole cores
     * @param isPodLevel whether the pod as a whole is recommended for; if not, its maximum still holds for the containers
     * @param pods what the pods that there are asked for at first, each shape once
     * @param range the namespace's LimitRange for pods
     * @param whole what the pod needs by its use as a whole; resources that it does not name are summed up
     */
    record Request(
            List<ContainerEstimate> containers,
            List<ContainerEstimate> excluded,
            List<ContainerEstimate> initContainers,
            ResourcePolicy policy,
            Set<String> wholeCores,
            boolean isPodLevel,
            List<PodSpec> pods,
            MergedRange range,
            Estimate whole) {
        public Request {
            containers = List.copyOf(containers);
            excluded = List.copyOf(excluded);
            initContainers = List.copyOf(initContainers);
            wholeCores = Set.copyOf(wholeCores);
            pods = List.copyOf(pods);
        }

        /** Of containers of no pod in particular. */
        public Request(
                List<ContainerEstimate> containers,
                List<ContainerEstimate> excluded,
                ResourcePolicy policy,
                Set<String> wholeCores,
                boolean isPodLevel) {
            this(
                    containers,
                    excluded,
                    List.of(),
                    policy,
                    wholeCores,
                    isPodLevel,
                    List.of(),
                    MergedRange.NONE,
                    Estimate.NOTHING);
        }
    }
}
