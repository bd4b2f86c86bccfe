package dev.plimsoll.core.workloads.disruption;

import dev.plimsoll.core.workloads.IntOrString;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What a disruption budget asks for, and the evictions that were allowed under it.
 *
 * @param disruptedPods when the eviction of each pod was allowed, by name
 */
public record DisruptionBudgetSpec(
        IntOrString minAvailable, IntOrString maxUnavailable, Map<String, Instant> disruptedPods) {
    public DisruptionBudgetSpec {
        disruptedPods = Map.copyOf(disruptedPods);
    }

    /** Whether the number of expected pods follows from the controllers and not from the pods that are there. */
    public boolean needsScales() {
        return !maxUnavailable.isAbsent() || minAvailable.isPercent();
    }

    /** How many pods must be healthy; empty where the budget has neither a number nor a percentage. */
    OptionalInt desiredHealthy(int expected) {
        if (!minAvailable.isAbsent()) return minAvailable.roundedUp(expected);
        var most = maxUnavailable.roundedUp(expected);
        return most.isEmpty() ? most : OptionalInt.of(Math.max(0, expected - most.getAsInt()));
    }
}
