package dev.plimsoll.core.workloads;

import java.time.Instant;

/**
 * A condition of a status, with its times.
 *
 * @param lastUpdate when it was last written; {@link Instant#EPOCH} where that is not known
 * @param lastTransition when its status last changed; {@link Instant#EPOCH} where that is not known
 */
public record StatusCondition(
        String type, String status, String reason, String message, Instant lastUpdate, Instant lastTransition) {}
