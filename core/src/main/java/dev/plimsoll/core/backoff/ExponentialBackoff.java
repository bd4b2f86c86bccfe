package dev.plimsoll.core.backoff;

import java.time.Duration;

/** Waits that double with each failure, from the first to the longest. */
public record ExponentialBackoff(Duration first, Duration longest) {
    /** Makes two months of five milliseconds: the longest is reached before. */
    private static final int MOST_DOUBLINGS = 30;

    /** The wait after so many failures in a row; none after none. */
    public Duration after(int failures) {
        if (failures <= 0) return Duration.ZERO;
        return atMostLongest(first.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS)));
    }

    /** The wait that follows one; the first after none. */
    public Duration next(Duration before) {
        return before.isZero() ? first : atMostLongest(before.multipliedBy(2));
    }

    private Duration atMostLongest(Duration wait) {
        return wait.compareTo(longest) > 0 ? longest : wait;
    }
}
