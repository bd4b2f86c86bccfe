package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.capping.MergedRange;
import dev.plimsoll.core.estimation.capping.Ratio;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * What a pod as a whole may be given of one resource. Recommender, updater and webhook hold their values to these bounds in this
 * one order, so that a pod gets what the status shows: raised to the policy's minimum, lowered to the maximum in force, then
 * fitted to the namespace's LimitRange, without which the pod could not be made.
 */
public final class PodLevelBounds {
    private final Compute compute;
    private final long least;
    private final long most;
    private final MergedRange range;

    private PodLevelBounds(Compute compute, long least, long most, MergedRange range) {
        this.compute = compute;
        this.least = least;
        this.most = most;
        this.range = range;
    }

    /**
     * The bounds of one resource.
     *
     * @param maximum the maximum in force: the policy's, a flag's or that of the nodes
     * @param range the namespace's LimitRange for pods
     */
    public static PodLevelBounds of(Compute compute, PodPolicies policies, ResourceAmounts maximum, MergedRange range) {
        return new PodLevelBounds(
                compute,
                compute.set(policies.minAllowed()).orElse(0),
                Math.min(
                        compute.set(policies.maxAllowed()).orElse(Long.MAX_VALUE),
                        compute.set(maximum).orElse(Long.MAX_VALUE)),
                range);
    }

    /** The shape of a pod's own values, by which a LimitRange's bound on limits becomes one on requests. */
    public record Shape(OptionalLong request, OptionalLong limit, boolean leavesLimit) {
        /** Of no pod in particular. */
        public static final Shape ANY = new Shape(OptionalLong.empty(), OptionalLong.empty(), false);
    }

    /** The value within all bounds; what was done to it is told to {@code notes}. */
    public long hold(long units, Shape shape, Consumer<String> notes) {
        var held = atLeast(units, least, "capped to pod minAllowed", notes);
        held = atMost(held, most, "capped to pod maxAllowed", notes);
        if (shape.leavesLimit() && shape.limit().isPresent()) {
            held = Math.min(held, shape.limit().getAsLong());
        }
        var max = compute.set(range.max());
        if (max.isPresent()) {
            held = atMost(held, requestAt(max.getAsLong(), shape), "capped to fit Max in pod LimitRange", notes);
        }
        return Math.max(held, compute.set(range.min()).orElse(0));
    }

    /** The request whose limit in proportion is the LimitRange's maximum. */
    private static long requestAt(long max, Shape shape) {
        var requested = shape.request().orElse(0);
        var limit = shape.limit().orElse(0);
        if (shape.leavesLimit() || limit == 0 || requested == 0 || requested == limit) return max;
        return Ratio.floor(max, requested, limit);
    }

    private long atLeast(long units, long bound, String why, Consumer<String> notes) {
        if (units >= bound) return units;
        notes.accept(compute.resource() + " " + why);
        return bound;
    }

    private long atMost(long units, long bound, String why, Consumer<String> notes) {
        if (units <= bound) return units;
        notes.accept(compute.resource() + " " + why);
        return bound;
    }
}
