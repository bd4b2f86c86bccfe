package dev.plimsoll.core.resize.state;

import java.time.Duration;
import java.time.Instant;

/** When a container that keeps ending may be started again: ten seconds, doubled each time up to five minutes. */
public record CrashLoopBackoff(Duration delay, Instant until) {
    public static final Duration FIRST = Duration.ofSeconds(10);
    public static final Duration LONGEST = Duration.ofMinutes(5);
    /** A container that ran this long is taken to be healthy again. */
    public static final Duration RESET = Duration.ofMinutes(10);

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
        if (delay.isZero()) return first(now);
        var doubled = delay.multipliedBy(2);
        var longer = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
        return new CrashLoopBackoff(longer, now.plus(longer));
    }
}
