package dev.plimsoll.core.estimation.report;

import dev.plimsoll.core.estimation.Compute;

/**
 * Something that may end badly.
 *
 * @param container the name; empty for the pod as a whole
 * @param needed what is used or recommended, in the unit of the resource
 * @param given what the pod has instead
 */
public record Risk(Kind kind, String container, Compute compute, long needed, long given) {
    /** The worst first. */
    public enum Kind {
        /** Its last end was a kill for memory. */
        KILLED,
        /** Memory came within a tenth of the limit. */
        NEAR_LIMIT,
        /** Nothing is requested, so that the scheduler counts it as nothing and a full node evicts it first. */
        NOT_REQUESTED,
        /** Clearly less is requested than is recommended. */
        TOO_LITTLE
    }
}
