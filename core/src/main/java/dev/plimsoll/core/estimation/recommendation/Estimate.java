package dev.plimsoll.core.estimation.recommendation;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.function.UnaryOperator;

/**
 * What is recommended for one container, or for a pod as a whole: requests, and the range within which other requests will do.
 *
 * @param uncappedTarget the target before any policy
 */
public record Estimate(
        ResourceAmounts target,
        ResourceAmounts lowerBound,
        ResourceAmounts upperBound,
        ResourceAmounts uncappedTarget) {
    public static final Estimate NOTHING =
            new Estimate(ResourceAmounts.EMPTY, ResourceAmounts.EMPTY, ResourceAmounts.EMPTY, ResourceAmounts.EMPTY);

    /** Of one resource, which no policy bounds. */
    public static Estimate of(Compute compute, long target, long lowerBound, long upperBound) {
        var own = NOTHING.with(compute, target, lowerBound, upperBound);
        return new Estimate(own.target, own.lowerBound, own.upperBound, own.target);
    }

    /** Joined with an estimate of other resources. */
    public Estimate and(Estimate others) {
        return new Estimate(
                target.plus(others.target),
                lowerBound.plus(others.lowerBound),
                upperBound.plus(others.upperBound),
                uncappedTarget.plus(others.uncappedTarget));
    }

    /** The three that policies bound. */
    public Estimate mapped(UnaryOperator<ResourceAmounts> change) {
        return new Estimate(change.apply(target), change.apply(lowerBound), change.apply(upperBound), uncappedTarget);
    }

    /** With other values of one resource. */
    public Estimate with(Compute compute, long target, long lowerBound, long upperBound) {
        return new Estimate(
                compute.with(this.target, target),
                compute.with(this.lowerBound, lowerBound),
                compute.with(this.upperBound, upperBound),
                uncappedTarget);
    }
}
