package dev.plimsoll.core.resize.state;

import java.time.Instant;

/**
 * A run of acts for one pod, one after the other, until nothing is left to be done.
 *
 * @param operation what it began with: {@code create}, {@code update}, {@code kill} or {@code sync}
 */
public record Work(Instant since, String operation) {}
