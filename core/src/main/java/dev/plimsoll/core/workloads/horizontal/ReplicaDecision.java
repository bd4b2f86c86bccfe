package dev.plimsoll.core.workloads.horizontal;

import dev.plimsoll.core.workloads.horizontal.Behavior.Rules;
import dev.plimsoll.core.workloads.horizontal.Behavior.Select;
import java.time.Duration;
import java.time.Instant;

/**
 * From the replicas that metrics ask for to those that there shall be: no hasty change, not too many at a time, within the range.
 *
 * <p>Steps: what was recommended lately holds a change back; then how fast replicas may come and go; then the range. Each step
 * that changed something says so in a condition.
 *
 * @param stabilization for those without a behaviour: the most that was recommended within it counts
 */
public record ReplicaDecision(ReplicaRange range, Duration stabilization) {
    private static final Finding READY = new Finding(true, "ReadyForNewScale", "recommended size matches current size");
    private static final Finding HIGHEST = new Finding(
            true,
            "ScaleDownStabilized",
            "recent recommendations were higher than current one, applying the highest recent recommendation");
    private static final Finding LOWEST = new Finding(
            true,
            "ScaleUpStabilized",
            "recent recommendations were lower than current one, applying the lowest recent recommendation");
    private static final Finding WITHIN =
            new Finding(false, "DesiredWithinRange", "the desired count is within the acceptable range");
    private static final Finding TOO_FEW =
            new Finding(true, "TooFewReplicas", "the desired replica count is less than the minimum replica count");
    private static final Finding TOO_MANY =
            new Finding(true, "TooManyReplicas", "the desired replica count is more than the maximum replica count");
    private static final Finding TOO_FAST_UP = new Finding(
            true, "ScaleUpLimit", "the desired replica count is increasing faster than the maximum scale rate");
    private static final Finding TOO_FAST_DOWN = new Finding(
            true, "ScaleDownLimit", "the desired replica count is decreasing faster than the maximum scale rate");

    /**
     * How many there shall be.
     *
     * @param history with what was recommended now
     */
    public record Sized(int replicas, Finding ableToScale, Finding scalingLimited, ScalingHistory history) {}

    private record Held(int replicas, Finding limited) {}

    /** Without a behaviour. */
    public Sized plain(int current, int desired, ScalingHistory history, Instant now) {
        var next = history.recommending(desired, now, stabilization);
        var stabilized = desired;
        for (var recommended : next.recommendations()) stabilized = Math.max(stabilized, recommended.replicas());
        var held = between(
                range.minReplicas(),
                TOO_FEW,
                Math.min(range.maxReplicas(), ReplicaRange.stepLimit(current)),
                range.maxReplicas() > ReplicaRange.stepLimit(current) ? TOO_FAST_UP : TOO_MANY,
                stabilized);
        return new Sized(held.replicas(), stabilized == desired ? READY : HIGHEST, held.limited(), next);
    }

    public Sized by(Behavior behavior, int current, int desired, ScalingHistory history, Instant now) {
        var up = behavior.scaleUp();
        var down = behavior.scaleDown();
        var longest =
                up.stabilization().compareTo(down.stabilization()) > 0 ? up.stabilization() : down.stabilization();
        var next = history.recommending(desired, now, longest);
        var stabilized = stabilized(behavior, current, desired, history, now);
        var held = limited(behavior, current, stabilized, next, now);
        var able = stabilized == desired ? READY : desired >= current ? LOWEST : HIGHEST;
        return new Sized(held.replicas(), able, held.limited(), next);
    }

    /** Up to the least that was recommended lately, or down to the most; where they cross, nothing changes. */
    private static int stabilized(Behavior behavior, int current, int desired, ScalingHistory history, Instant now) {
        var least = desired;
        var most = desired;
        for (var recommended : history.recommendations()) {
            if (isWithin(behavior.scaleUp(), recommended, now)) least = Math.min(least, recommended.replicas());
            if (isWithin(behavior.scaleDown(), recommended, now)) most = Math.max(most, recommended.replicas());
        }
        var replicas = Math.max(current, least);
        return Math.min(replicas, most);
    }

    private static boolean isWithin(Rules rules, ScalingHistory.Recommended recommended, Instant now) {
        return recommended.time().isAfter(now.minus(rules.stabilization()));
    }

    private Held limited(Behavior behavior, int current, int desired, ScalingHistory history, Instant now) {
        if (desired > current) {
            var rate = Math.max(most(behavior.scaleUp(), current, history, now), current);
            var reason = range.maxReplicas() > rate ? TOO_FAST_UP : TOO_MANY;
            return between(range.minReplicas(), TOO_FEW, Math.min(range.maxReplicas(), rate), reason, desired);
        }
        if (desired < current) {
            var rate = Math.min(least(behavior.scaleDown(), current, history, now), current);
            var reason = range.minReplicas() < rate ? TOO_FAST_DOWN : TOO_FEW;
            return between(Math.max(range.minReplicas(), rate), reason, range.maxReplicas(), TOO_MANY, desired);
        }
        return new Held(desired, WITHIN);
    }

    private static int most(Rules rules, int current, ScalingHistory history, Instant now) {
        if (rules.select() == Select.DISABLED) return current;
        var chosen = rules.select() == Select.MIN ? Integer.MAX_VALUE : Integer.MIN_VALUE;
        for (var policy : rules.policies()) {
            var most = policy.most(history.atBeginning(policy.period(), current, now));
            chosen = rules.select() == Select.MIN ? Math.min(chosen, most) : Math.max(chosen, most);
        }
        return chosen;
    }

    private static int least(Rules rules, int current, ScalingHistory history, Instant now) {
        if (rules.select() == Select.DISABLED) return current;
        var chosen = rules.select() == Select.MIN ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        for (var policy : rules.policies()) {
            var least = policy.least(history.atBeginning(policy.period(), current, now));
            chosen = rules.select() == Select.MIN ? Math.max(chosen, least) : Math.min(chosen, least);
        }
        return chosen;
    }

    private static Held between(int least, Finding below, int most, Finding above, int desired) {
        if (desired < least) return new Held(least, below);
        if (desired > most) return new Held(most, above);
        return new Held(desired, WITHIN);
    }
}
