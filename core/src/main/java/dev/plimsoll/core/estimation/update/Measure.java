package dev.plimsoll.core.estimation.update;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.ResourceAmounts;

/**
 * What a container, or a pod as a whole, requests against what it would be given.
 *
 * @param applied what would really be written, which need not be the recommendation
 */
public record Measure(
        ResourceAmounts requested, ResourceAmounts applied, ResourceAmounts lower, ResourceAmounts upper) {
    boolean scalesUp(Compute compute) {
        var now = requested.at(compute.resource());
        return now == null || applied.amount(compute.resource()).isGreaterThan(now);
    }

    boolean scalesDown(Compute compute) {
        var now = requested.at(compute.resource());
        return now != null && applied.amount(compute.resource()).isLessThan(now);
    }

    /** The range counts as wide enough for what would be written: otherwise a pod that got it would be changed for ever. */
    boolean isOutside(Compute compute) {
        var name = compute.resource();
        var now = requested.at(name);
        if (now == null) return true;
        var given = applied.amount(name);
        var least = lower.at(name);
        var most = upper.at(name);
        var tooLow = least != null && now.isLessThan(least) && now.isLessThan(given);
        var tooHigh = most != null && now.isGreaterThan(most) && now.isGreaterThan(given);
        return tooLow || tooHigh;
    }

    boolean names(Compute compute) {
        return applied.contains(compute.resource());
    }
}
