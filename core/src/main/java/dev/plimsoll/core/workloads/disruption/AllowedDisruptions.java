package dev.plimsoll.core.workloads.disruption;

import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.RequeueAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** How many pods a budget allows to be evicted. */
public sealed interface AllowedDisruptions {
    String CONDITION = "DisruptionAllowed";
    /** A pod whose eviction was allowed and that is still there after this long counts as staying. */
    Duration DISRUPTION = Duration.ofMinutes(2);

    ConditionUpdate condition();

    /**
     * The counts of the status.
     *
     * @param disrupted names of pods whose eviction was allowed and is still awaited
     * @param requeueAfter when an allowed disruption is given up; zero for never
     */
    record Counted(
            int currentHealthy,
            int desiredHealthy,
            int expectedPods,
            int disruptionsAllowed,
            List<String> disrupted,
            Duration requeueAfter)
            implements AllowedDisruptions {
        public Counted {
            disrupted = List.copyOf(disrupted);
        }

        @Override
        public ConditionUpdate condition() {
            return disruptionsAllowed > 0
                    ? new ConditionUpdate(CONDITION, "True", "SufficientPods", "")
                    : new ConditionUpdate(CONDITION, "False", "InsufficientPods", "");
        }
    }

    /** Nothing is allowed while it is not known how many pods there should be. */
    record Failed(String why) implements AllowedDisruptions {
        @Override
        public ConditionUpdate condition() {
            return new ConditionUpdate(CONDITION, "False", "SyncFailed", why);
        }
    }

    /**
     * Decides.
     *
     * @param pods those that the budget selects
     * @param expected by the scales of their controllers; not looked at for a plain number
     */
    static AllowedDisruptions decide(DisruptionBudgetSpec budget, List<ControlledPod> pods, int expected, Instant now) {
        var count = budget.needsScales() ? expected : pods.size();
        var desired = budget.desiredHealthy(count);
        if (desired.isEmpty()) return new Failed("the budget has neither a number nor a part in percent");
        var disrupted = new ArrayList<String>();
        var requeueAfter = RequeueAfter.NEVER;
        int healthy = 0;
        for (var pod : pods) {
            var since = budget.disruptedPods().get(pod.name());
            var left = since == null ? Duration.ZERO : Duration.between(now, since.plus(DISRUPTION));
            var pending = left.isPositive() && !pod.meta().isBeingDeleted();
            if (pending) {
                disrupted.add(pod.name());
                requeueAfter = RequeueAfter.sooner(requeueAfter, left);
            }
            if (pod.isReady() && !pod.meta().isBeingDeleted() && !pending) healthy++;
        }
        var allowed = count <= 0 ? 0 : Math.max(0, healthy - desired.getAsInt());
        return new Counted(healthy, desired.getAsInt(), count, allowed, disrupted, requeueAfter);
    }
}
