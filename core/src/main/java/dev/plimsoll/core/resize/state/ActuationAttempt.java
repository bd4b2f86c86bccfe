package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.resources.PodLimits;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One try at bringing what runs to what was allocated. It holds only what this try has found out; what is left to do follows
 * each time from the difference between allocated and actuated, so that a try which was cut off is simply begun again.
 *
 * @param usageOrNull memory usage as read in this try
 * @param toldOrNull what the runtime was told of the pod as a whole in this try, and has not refused
 * @param failures error texts by what failed, in order
 * @param reclaims how many times memory was asked back
 * @param isStale whether something was changed since the pod was last looked at
 */
public record ActuationAttempt(
        Instant startedAt,
        @Nullable MemoryUsage usageOrNull,
        @Nullable PodLimits toldOrNull,
        Map<Target, String> failures,
        int reclaims,
        boolean isStale) {

    /**
     * What one call of an attempt is about.
     *
     * @param container empty for the pod as a whole; of {@link ResourceName#STORAGE} the name of a volume
     */
    public record Target(String container, ResourceName resource, Direction direction) {
        public static Target volume(String name, Direction direction) {
            return new Target(name, ResourceName.STORAGE, direction);
        }

        public static Target pod(ResourceName resource, Direction direction) {
            return new Target("", resource, direction);
        }
    }

    /** Whether a value grows or shrinks. */
    public enum Direction {
        UP,
        DOWN
    }

    public ActuationAttempt {
        failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
    }

    public static ActuationAttempt begun(Instant now) {
        return new ActuationAttempt(now, null, null, Map.of(), 0, false);
    }

    public ActuationAttempt measured(MemoryUsage usage) {
        return new ActuationAttempt(startedAt, usage, toldOrNull, failures, reclaims, isStale);
    }

    /** Usage has to be read again: memory was given back since. */
    public ActuationAttempt reclaimed() {
        return new ActuationAttempt(startedAt, null, toldOrNull, failures, reclaims + 1, true);
    }

    public ActuationAttempt told(@Nullable PodLimits limits) {
        return new ActuationAttempt(startedAt, usageOrNull, limits, failures, reclaims, isStale);
    }

    public ActuationAttempt failed(Target target, String error) {
        var changed = new LinkedHashMap<>(failures);
        changed.put(target, error);
        return new ActuationAttempt(startedAt, usageOrNull, toldOrNull, changed, reclaims, isStale);
    }

    public ActuationAttempt stale(boolean changed) {
        return new ActuationAttempt(startedAt, usageOrNull, toldOrNull, failures, reclaims, changed);
    }

    public boolean hasFailed(Target target) {
        return failures.containsKey(target);
    }

    /** Whether something of this resource failed to shrink, or the pod as a whole failed to change. */
    public boolean blocksIncreases(ResourceName resource) {
        return failures.keySet().stream()
                .anyMatch(target -> target.resource().equals(resource)
                        && (target.direction() == Direction.DOWN
                                || target.container().isEmpty()));
    }

    /** Whether a container failed to shrink, so that the pod must stay as large as it is. */
    public boolean blocksPodDecrease(ResourceName resource) {
        return failures.keySet().stream()
                .anyMatch(target -> target.resource().equals(resource) && target.direction() == Direction.DOWN);
    }

    public String errors() {
        var texts = failures.values().stream().distinct().toList();
        return texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]";
    }
}
