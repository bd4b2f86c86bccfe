package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.PodApplication.Moment;
import dev.plimsoll.core.estimation.application.PodApplication.Request;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import java.util.EnumMap;
import java.util.List;

/**
 * The target for a pod as a whole, as the pods that there are will get it. Limits that stay, a LimitRange and limits of
 * containers that are not ours to change may hold a pod to another value than its containers need: the status shows that one.
 */
public final class AppliedTarget {
    private static final int MOST_ROUNDS = 4;

    private final ResourcePolicy policy;
    private final NamespaceRanges ranges;
    private final List<PodSpec> pods;

    /** @param pods what the pods that there are asked for at first, each shape once */
    public AppliedTarget(ResourcePolicy policy, NamespaceRanges ranges, List<PodSpec> pods) {
        this.policy = policy;
        this.ranges = ranges;
        this.pods = List.copyOf(pods);
    }

    /** The recommendation with the target that is applied, where applying that gives the same again. */
    public Recommendation of(Recommendation recommendation) {
        if (recommendation.pod().isEmpty() || pods.isEmpty()) return recommendation;
        var shown = recommendation;
        for (var round = 0; round < MOST_ROUNDS; round++) {
            var applied = applied(shown);
            if (applied.equals(shown)) return shown;
            shown = applied;
        }
        return recommendation;
    }

    /** With the most that any of the pods gets, resource by resource. */
    private Recommendation applied(Recommendation recommendation) {
        var most = new EnumMap<Compute, Long>(Compute.class);
        for (var pod : pods) {
            for (var plan : plans(recommendation, pod)) {
                if (plan instanceof ResourcePlan.Fitted fitted)
                    fitted.pod().request().ifPresent(units -> most.merge(plan.compute(), units, Math::max));
            }
        }
        var estimate = recommendation.pod().orElseThrow();
        for (var entry : most.entrySet()) estimate = with(estimate, entry.getKey(), entry.getValue());
        return new Recommendation(
                recommendation.containers(), estimate, recommendation.excluded(), recommendation.podMaximum());
    }

    private static Estimate with(Estimate pod, Compute compute, long target) {
        if (compute.unitsOf(pod.target()) == target) return pod;
        return pod.with(
                compute,
                target,
                Math.min(compute.unitsOf(pod.lowerBound()), target),
                Math.max(compute.unitsOf(pod.upperBound()), target));
    }

    private List<ResourcePlan> plans(Recommendation recommendation, PodSpec pod) {
        var level = ManagedLevel.of(pod, policy.podPolicies().mode());
        if (level != ManagedLevel.POD_AND_CONTAINERS && level != ManagedLevel.POD_ONLY) return List.of();
        var request = new Request(
                Pod.of("new", pod), Originals.of(pod), recommendation, policy, ranges, level, Moment.ADMISSION);
        return PodApplication.DEFAULT.apply(request).plans();
    }
}
