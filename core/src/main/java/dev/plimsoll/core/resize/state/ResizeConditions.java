package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.model.Condition;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The two conditions of a resize; either, both or none may be there. */
public record ResizeConditions(
        @Nullable ResizeCondition pendingOrNull, @Nullable ResizeCondition inProgressOrNull) {
    public static final ResizeConditions NONE = new ResizeConditions(null, null);

    public Optional<ResizeCondition> pending() {
        return Optional.ofNullable(pendingOrNull);
    }

    public Optional<ResizeCondition> inProgress() {
        return Optional.ofNullable(inProgressOrNull);
    }

    public boolean isDeferred() {
        return pendingOrNull != null && pendingOrNull.reason().equals(Condition.DEFERRED);
    }

    public boolean isInfeasible() {
        return pendingOrNull != null && pendingOrNull.reason().equals(Condition.INFEASIBLE);
    }

    public ResizeConditions pending(String reason, String message, long generation, Instant now) {
        var changed = pendingOrNull == null
                ? new ResizeCondition(reason, message, generation, now)
                : pendingOrNull.changed(reason, message, generation, now);
        return new ResizeConditions(changed, inProgressOrNull);
    }

    /**
     * What still holds of a pod of this generation before anybody has judged it. Whoever reads that a resize is infeasible does not
     * count it, so that is not said of a resize that may be granted.
     */
    public ResizeConditions unjudged(long generation) {
        return pendingOrNull != null && isInfeasible() && pendingOrNull.observedGeneration() != generation
                ? withoutPending()
                : this;
    }

    public ResizeConditions withoutPending() {
        return pendingOrNull == null ? this : new ResizeConditions(null, inProgressOrNull);
    }

    /** A new allocation: an older one that was still under way, failed or not, is no longer spoken of. */
    public ResizeConditions started(long generation, Instant now) {
        return new ResizeConditions(pendingOrNull, new ResizeCondition("", "", generation, now));
    }

    public ResizeConditions failed(String message, long generation, Instant now) {
        var changed = inProgressOrNull == null
                ? new ResizeCondition(ResizeCondition.ERROR, message, generation, now)
                : inProgressOrNull.changed(ResizeCondition.ERROR, message, inProgressOrNull.observedGeneration(), now);
        return new ResizeConditions(pendingOrNull, changed);
    }

    public ResizeConditions withoutInProgress() {
        return inProgressOrNull == null ? this : new ResizeConditions(pendingOrNull, null);
    }
}
