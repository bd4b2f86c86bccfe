package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.IntegerCpu;
import dev.plimsoll.core.estimation.policy.PolicyBounds;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimator;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** From what is remembered of containers to the recommendation that is published: estimates, policies, the pod as a whole. */
public final class PodRecommender {
    private final Estimator estimator;
    private final PolicyBounds bounds;
    private final PodEstimator pods;

    public PodRecommender(Estimator estimator, PolicyBounds bounds, PodEstimator pods) {
        this.estimator = estimator;
        this.bounds = bounds;
        this.pods = pods;
    }

    /**
     * What is known of the pods of one VerticalPodAutoscaler.
     *
     * @param usage by container name, of those that were seen at least once
     * @param sidecars which of them are restartable init containers
     * @param wholeCores which of them are given whole cores
     */
    public record Known(
            SortedMap<String, ContainerUsage> usage,
            Set<String> sidecars,
            Set<String> wholeCores,
            ResourcePolicy policy) {
        /** Without the containers that the policy leaves out; they do not share in the pod's minimum either. */
        Map<String, ContainerUsage> counted() {
            var counted = new TreeMap<>(usage);
            counted.keySet().removeIf(name -> policy.of(name).mode() == ContainerMode.OFF);
            return counted;
        }
    }

    /** For containers alone: nothing of the pod level counts. */
    public Recommendation containers(Known known) {
        var split = split(known);
        return new Recommendation(split.containers(), null);
    }

    /** For containers and, where that is wanted, for the pod as a whole; the pod's maximum holds for its containers anyway. */
    public Recommendation pod(Known known, boolean isPodLevel) {
        return pods.estimate(request(known, isPodLevel));
    }

    /** What the pod level is asked with: the estimates of containers, held to their policies. */
    public PodEstimator.Request request(Known known, boolean isPodLevel) {
        var split = split(known);
        return new PodEstimator.Request(
                split.containers(), split.sidecars(), known.policy(), split.wholeCores(), isPodLevel);
    }

    private record Split(
            ArrayList<ContainerEstimate> containers,
            ArrayList<ContainerEstimate> sidecars,
            HashSet<String> wholeCores) {}

    private Split split(Known known) {
        var split = new Split(new ArrayList<>(), new ArrayList<>(), new HashSet<>());
        var counted = known.counted();
        counted.forEach((name, used) -> {
            var policy = known.policy().of(name);
            var estimate = estimator.estimate(used, counted.size(), policy.controlledResources());
            if (known.wholeCores().contains(name)) {
                estimate = IntegerCpu.apply(estimate);
                split.wholeCores().add(name);
            }
            (known.sidecars().contains(name) ? split.sidecars() : split.containers())
                    .add(new ContainerEstimate(name, bounds.apply(estimate, policy)));
        });
        return split;
    }
}
