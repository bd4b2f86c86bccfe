package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The pod as the sum of its containers: simple, and on the safe side, since containers rarely peak together.
 *
 * <p>A maximum of the pod is shared by the containers in proportion to their targets.
 */
public final class SummedContainers implements PodEstimator {
    private final ResourceAmounts largestOfAny;
    private final ResourceAmounts ceiling;

    /** With a maximum for pods whose policy names none, resource by resource. */
    public SummedContainers(ResourceAmounts largestOfAny) {
        this(largestOfAny, ResourceAmounts.ABSENT);
    }

    private SummedContainers(ResourceAmounts largestOfAny, ResourceAmounts ceiling) {
        this.largestOfAny = largestOfAny;
        this.ceiling = ceiling;
    }

    /** The same with a maximum that no policy can raise. */
    public SummedContainers below(ResourceAmounts newCeiling) {
        return new SummedContainers(largestOfAny, newCeiling);
    }

    @Override
    public Recommendation estimate(Request request) {
        var containers = new ArrayList<>(request.containers());
        var target = ResourceAmounts.EMPTY;
        var lower = ResourceAmounts.EMPTY;
        var upper = ResourceAmounts.EMPTY;
        var uncapped = ResourceAmounts.EMPTY;
        for (var compute : Compute.ALL) {
            var counted = counted(request, compute);
            if (counted.isEmpty()) continue;
            var most = most(request.policy(), compute);
            if (most.isPresent()) new MaximumShares(compute, counted, most.getAsLong()).applyTo(containers, request);
            if (!request.policy().podPolicies().controls(compute)) continue;
            var bounds = new Bounds(
                    compute.set(request.policy().podPolicies().minAllowed()).orElse(0), most.orElse(Long.MAX_VALUE));
            target = compute.with(target, bounds.hold(sum(counted, Estimate::target, compute)));
            lower = compute.with(lower, bounds.hold(sum(counted, Estimate::lowerBound, compute)));
            upper = compute.with(upper, bounds.hold(sum(counted, Estimate::upperBound, compute)));
            uncapped = compute.with(uncapped, sum(counted, Estimate::uncappedTarget, compute));
        }
        var pod = request.isPodLevel() && !target.isEmpty() ? new Estimate(target, lower, upper, uncapped) : null;
        return new Recommendation(containers, pod);
    }

    private record Bounds(long least, long most) {
        long hold(long sum) {
            return Math.min(Math.max(sum, least), most);
        }
    }

    private OptionalLong most(ResourcePolicy policy, Compute compute) {
        var own = policy.podPolicies().mode() == PodMode.OFF
                ? OptionalLong.empty()
                : compute.set(policy.podPolicies().maxAllowed());
        var most = own.isPresent() ? own : compute.set(largestOfAny);
        var last = compute.set(ceiling);
        if (most.isEmpty() || last.isEmpty()) return most.isPresent() ? most : last;
        return OptionalLong.of(Math.min(most.getAsLong(), last.getAsLong()));
    }

    /** Containers and sidecars that take part in the sum of one resource. */
    private static List<ContainerEstimate> counted(Request request, Compute compute) {
        var counted = new ArrayList<ContainerEstimate>();
        for (var container : request.containers()) {
            var mode = request.policy().of(container.containerName()).mode();
            if (mode != ContainerMode.OFF && names(container, compute)) counted.add(container);
        }
        for (var sidecar : request.sidecars()) {
            if (names(sidecar, compute)) counted.add(sidecar);
        }
        return counted;
    }

    private static boolean names(ContainerEstimate container, Compute compute) {
        return container.estimate().target().contains(compute.resource());
    }

    private interface Value {
        ResourceAmounts of(Estimate estimate);
    }

    private static long sum(List<ContainerEstimate> counted, Value value, Compute compute) {
        var sum = 0L;
        for (var container : counted) sum += compute.unitsOf(value.of(container.estimate()));
        return sum;
    }
}
