package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.demand.ContainerAggregate;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What of a pod's containers a recommendation for the pod knows, for one resource. A container whose values are not ours to
 * change still needs what it uses, and shares the pod's limit with the others.
 *
 * @param uncovered requests beyond what the recommendation counts
 * @param startup what the pod needs before its containers run: for its init containers beside sidecars
 * @param unknown containers of whose use nothing is known, with what they request: the pod must not be given less than it has
 */
public record PodCoverage(long uncovered, long startup, SortedMap<String, Long> unknown) {
    public PodCoverage {
        unknown = Collections.unmodifiableSortedMap(unknown);
    }

    public boolean isComplete() {
        return unknown.isEmpty();
    }

    /** Of a pod with the requests that limits stand for. */
    public static PodCoverage of(PodSpec spec, Recommendation recommendation, ResourcePolicy policy, Compute compute) {
        var unknown = new TreeMap<String, Long>();
        var uncovered = 0L;
        var sidecars = 0L;
        for (var container : spec.containers()) {
            if (isRecommended(container, recommendation, policy, compute)) continue;
            uncovered += uncovered(container, recommendation, policy, compute, unknown);
        }
        for (var init : spec.initContainers()) {
            if (!init.restartsAlways()) continue;
            uncovered += uncovered(init, recommendation, policy, compute, unknown);
            sidecars += recommendation.use(init.name(), compute).orElse(0);
        }
        var largest = 0L;
        for (var init : spec.initContainers()) {
            if (init.restartsAlways()) continue;
            var use = recommendation.use(init.name(), compute);
            if (use.isEmpty() && !names(init.resources(), compute)) unknown.put(init.name(), 0L);
            largest = Math.max(largest, use.orElse(0));
        }
        var requested = spec.initContainers().isEmpty() ? 0 : startupRequests(spec, compute);
        return new PodCoverage(uncovered, Math.max(requested, largest == 0 ? 0 : sidecars + largest), unknown);
    }

    private static boolean isRecommended(
            Container container, Recommendation recommendation, ResourcePolicy policy, Compute compute) {
        return policy.of(container.name()).mode() != ContainerMode.OFF
                && recommendation
                        .container(container.name())
                        .filter(estimate -> estimate.target().contains(compute.resource()))
                        .isPresent();
    }

    private static long uncovered(
            Container container,
            Recommendation recommendation,
            ResourcePolicy policy,
            Compute compute,
            SortedMap<String, Long> unknown) {
        var own = compute.unitsOf(container.resources().requests());
        var use = recommendation.use(container.name(), compute);
        if (use.isPresent()) return Math.max(0, own - use.getAsLong());
        var counted = Math.max(own, newcomer(policy.of(container.name()), compute));
        unknown.put(container.name(), counted);
        return Math.max(0, counted - recommendation.requested(container.name(), compute));
    }

    /** A container that has not been seen yet needs what its policy says is the least. */
    private static long newcomer(ContainerPolicy policy, Compute compute) {
        if (policy.mode() == ContainerMode.OFF || !policy.controlledResources().contains(compute)) return 0;
        return compute.set(policy.minAllowed()).orElse(0);
    }

    private static boolean names(ResourceRequirements resources, Compute compute) {
        return resources.requests().contains(compute.resource())
                || resources.limits().contains(compute.resource());
    }

    private static long startupRequests(PodSpec spec, Compute compute) {
        return compute.unitsOf(ContainerAggregate.requests(spec.withContainers(List.of())));
    }
}
