package dev.plimsoll.core.estimation.update;

import dev.plimsoll.core.model.Condition;
import java.util.List;
import java.util.Optional;

/** How far a pod's last resize has come, by its conditions. */
public enum ResizeState {
    NONE,
    DEFERRED,
    INFEASIBLE,
    IN_PROGRESS,
    ERROR,
    UNKNOWN;

    private static final String TRUE = "True";
    private static final String ERROR_REASON = "Error";

    /** The state, and since when: empty where no resize is on its way. */
    public record Since(ResizeState state, String lastTransitionTime) {}

    /** A pending resize comes before one in progress, which is the one before it. */
    public static Optional<Since> of(List<Condition> conditions) {
        return find(conditions, Condition.POD_RESIZE_PENDING)
                .map(pending -> new Since(pending(pending), pending.lastTransitionTime()))
                .or(() -> find(conditions, Condition.POD_RESIZE_IN_PROGRESS)
                        .map(running -> new Since(inProgress(running), running.lastTransitionTime())));
    }

    private static Optional<Condition> find(List<Condition> conditions, String type) {
        return conditions.stream()
                .filter(condition ->
                        condition.type().equals(type) && condition.status().equals(TRUE))
                .findFirst();
    }

    private static ResizeState pending(Condition condition) {
        return switch (condition.reason()) {
            case Condition.DEFERRED -> DEFERRED;
            case Condition.INFEASIBLE -> INFEASIBLE;
            default -> UNKNOWN;
        };
    }

    private static ResizeState inProgress(Condition condition) {
        if (condition.reason().equals(ERROR_REASON)) return ERROR;
        return condition.reason().isEmpty() ? IN_PROGRESS : UNKNOWN;
    }
}
