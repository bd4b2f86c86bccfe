package dev.plimsoll.core.model;

/** One entry of {@code status.conditions}. Times are texts as sent. */
public record Condition(
        String type, String status, String reason, String message, long observedGeneration, String lastTransitionTime) {
    public static final String POD_RESIZE_PENDING = "PodResizePending";
    public static final String POD_RESIZE_IN_PROGRESS = "PodResizeInProgress";
    public static final String DEFERRED = "Deferred";
    public static final String INFEASIBLE = "Infeasible";
}
