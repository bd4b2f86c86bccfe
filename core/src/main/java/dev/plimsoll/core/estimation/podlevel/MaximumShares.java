package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.capping.Ratio;
import dev.plimsoll.core.estimation.podlevel.PodEstimator.Request;
import dev.plimsoll.core.estimation.policy.IntegerCpu;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import java.util.List;

/**
 * One resource of a pod's containers, scaled to the pod's maximum.
 *
 * <p>Each gets its share of the maximum in proportion to its target. A container whose share falls below what its policy
 * allows keeps that least, and the others share the rest, until it is stable. If the leasts alone are too much, the maximum
 * wins and nobody has a least.
 */
final class MaximumShares {
    private final Compute compute;
    private final List<ContainerEstimate> counted;
    private final long maximum;

    MaximumShares(Compute compute, List<ContainerEstimate> counted, long maximum) {
        this.compute = compute;
        this.counted = counted;
        this.maximum = maximum;
    }

    /** Replaces those of {@code containers} that were counted. */
    void applyTo(List<ContainerEstimate> containers, Request request) {
        var targets = counted.stream()
                .mapToLong(c -> compute.unitsOf(c.estimate().target()))
                .toArray();
        var uppers = counted.stream()
                .mapToLong(c -> compute.unitsOf(c.estimate().upperBound()))
                .toArray();
        var sum = sum(targets);
        var upperSum = sum(uppers);
        if (sum <= maximum && upperSum <= maximum) return;
        var least = least(request);
        var scaled = sum > maximum ? shares(targets, least) : targets;
        for (var i = 0; i < counted.size(); i++) {
            var estimate = counted.get(i).estimate();
            var target = scaled[i];
            if (sum > maximum && compute == Compute.CPU && isWhole(i, request)) target = IntegerCpu.share(target);
            var lower = compute.unitsOf(estimate.lowerBound());
            if (sum > maximum) lower = Math.max(Ratio.floor(lower, maximum, sum), least[i]);
            var upper = upperSum > maximum ? Ratio.floor(uppers[i], maximum, upperSum) : uppers[i];
            var held = estimate.with(compute, target, Math.min(lower, target), Math.max(upper, target));
            var changed = new ContainerEstimate(counted.get(i).containerName(), held);
            containers.replaceAll(c -> c.containerName().equals(changed.containerName()) ? merged(c, changed) : c);
        }
    }

    /** Other resources stay as earlier rounds left them; what a container uses and is not ours to set, stays too. */
    private ContainerEstimate merged(ContainerEstimate before, ContainerEstimate changed) {
        if (!before.estimate().target().contains(compute.resource())) return before;
        var held = changed.estimate();
        return new ContainerEstimate(
                before.containerName(),
                before.estimate()
                        .with(
                                compute,
                                compute.unitsOf(held.target()),
                                compute.unitsOf(held.lowerBound()),
                                compute.unitsOf(held.upperBound())));
    }

    private boolean isWhole(int index, Request request) {
        return request.wholeCores().contains(counted.get(index).containerName());
    }

    /** What each may not fall below; nothing where all of that together is above the maximum. */
    private long[] least(Request request) {
        var least = counted.stream()
                .mapToLong(
                        c -> compute.set(request.policy().of(c.containerName()).minAllowed())
                                .orElse(0))
                .toArray();
        return sum(least) > maximum ? new long[least.length] : least;
    }

    private long[] shares(long[] targets, long[] least) {
        var pinned = new boolean[targets.length];
        while (true) {
            var room = maximum;
            var sum = 0L;
            for (var i = 0; i < targets.length; i++) {
                if (pinned[i]) room -= least[i];
                else sum += targets[i];
            }
            var shares = new long[targets.length];
            var stable = true;
            for (var i = 0; i < targets.length; i++) {
                shares[i] = pinned[i] ? least[i] : sum == 0 ? 0 : Ratio.floor(targets[i], room, sum);
                if (!pinned[i] && shares[i] < least[i]) {
                    pinned[i] = true;
                    stable = false;
                }
            }
            if (stable) return shares;
        }
    }

    private static long sum(long[] values) {
        var sum = 0L;
        for (var value : values) sum += value;
        return sum;
    }
}
