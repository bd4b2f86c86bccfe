package dev.plimsoll.core.resize.state;

import java.time.Instant;

/**
 * One of the two conditions of a resize. It is true while it is there.
 *
 * @param lastTransitionTime changes only when the condition appears or its reason changes
 */
public record ResizeCondition(String reason, String message, long observedGeneration, Instant lastTransitionTime) {
    public static final String ERROR = "Error";

    /** With another reason, message or generation; the time is kept while the reason is. */
    public ResizeCondition changed(String newReason, String newMessage, long generation, Instant now) {
        return new ResizeCondition(
                newReason, newMessage, generation, newReason.equals(reason) ? lastTransitionTime : now);
    }

    public boolean isError() {
        return reason.equals(ERROR);
    }
}
