package dev.plimsoll.core.estimation.capping;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.capping.ProportionalLimit.Before;
import java.util.List;

/**
 * Recommendations of a pod's containers made smaller or larger in proportion, so that their sum fits the namespace's LimitRange
 * for pods.
 */
final class PodRangeShares {
    private final Compute compute;
    private final long min;
    private final long max;

    PodRangeShares(Compute compute, MergedRange range) {
        this.compute = compute;
        this.min = compute.set(range.min()).orElse(0);
        this.max = compute.set(range.max()).orElse(Long.MAX_VALUE);
    }

    boolean boundsNothing() {
        return min == 0 && max == Long.MAX_VALUE;
    }

    /** One container's value and what it has; a container without recommendation takes part with its request. */
    record Share(long value, Before before) {}

    /** The values in the same order. */
    long[] apply(List<Share> shares) {
        var values = shares.stream().mapToLong(Share::value).toArray();
        var sum = 0L;
        var limits = 0L;
        for (var share : shares) {
            sum += share.value();
            limits += ProportionalLimit.of(share.before(), share.value()).orElse(0);
        }
        if (limits == 0 || (min <= limits && min <= sum && limits <= max)) return values;
        if (sum < min) {
            for (var i = 0; i < values.length; i++) values[i] = sum == 0 ? 0 : Ratio.ceiling(values[i], min, sum);
            return values;
        }
        var goal = limits < min ? min : Math.min(limits, max);
        for (var i = 0; i < values.length; i++) values[i] = Ratio.floor(values[i], goal, limits);
        return values;
    }

    Compute compute() {
        return compute;
    }
}
