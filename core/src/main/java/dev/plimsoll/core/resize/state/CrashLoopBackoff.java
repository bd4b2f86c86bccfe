package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.backoff.ExponentialBackoff;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a container that keeps ending, or whose image cannot be pulled, may be started again: ten seconds, doubled each time up to
 * five minutes.
 *
 * @param startErrorOrNull why it could not be started; null where it was and has ended
 */
public record CrashLoopBackoff(
        Duration delay, Instant until, @Nullable StartError startErrorOrNull) {
    public static final Duration FIRST = Duration.ofSeconds(10);
    public static final Duration LONGEST = Duration.ofMinutes(5);
    private static final ExponentialBackoff WAITS = new ExponentialBackoff(FIRST, LONGEST);
    /** A container that ran this long is taken to be healthy again. */
    public static final Duration RESET = Duration.ofMinutes(10);

    public CrashLoopBackoff(Duration delay, Instant until) {
        this(delay, until, null);
    }

    /** A container could not be started, once more or for the first time. */
    public static CrashLoopBackoff failedStart(@Nullable CrashLoopBackoff before, StartError error, Instant now) {
        var next = before == null || before.startErrorOrNull == null ? first(now) : before.next(now);
        return new CrashLoopBackoff(next.delay, next.until, error);
    }

    /** A container could not be made or started: it is tried again after the same time each time. */
    public static CrashLoopBackoff refusedStart(StartError error, Instant now) {
        return new CrashLoopBackoff(FIRST, now.plus(FIRST), error);
    }

    /** From when on the wait is what there is to tell, and no longer the failure. */
    public Instant backsOffFrom() {
        return until.minus(delay.dividedBy(2));
    }

    public CrashLoopBackoff backingOff() {
        return new CrashLoopBackoff(delay, until, startErrorOrNull == null ? null : startErrorOrNull.backingOff());
    }

    public static CrashLoopBackoff first(Instant now) {
        return new CrashLoopBackoff(FIRST, now.plus(FIRST));
    }

    /** The container was stopped by the node itself and starts again at once. */
    public static CrashLoopBackoff none(Instant now) {
        return new CrashLoopBackoff(Duration.ZERO, now);
    }

    /** The container has ended: the delay counts from then on. */
    public CrashLoopBackoff endedAt(Instant finished) {
        var due = finished.plus(delay);
        return delay.isZero() || !due.isAfter(until) ? this : new CrashLoopBackoff(delay, due);
    }

    public CrashLoopBackoff next(Instant now) {
        var longer = WAITS.next(delay);
        return new CrashLoopBackoff(longer, now.plus(longer));
    }
}
