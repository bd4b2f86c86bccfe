package dev.plimsoll.core.placement.queue;

/**
 * How long a pod that failed waits before it is tried again: doubling, from the first to the most.
 *
 * @param firstMillis after the first failure
 * @param mostMillis 0 for not at all
 */
public record BackoffTimes(long firstMillis, long mostMillis) {
    public static final BackoffTimes DEFAULT = new BackoffTimes(1000, 10_000);

    public long afterFailures(int failures) {
        if (mostMillis == 0 || failures == 0) return 0;
        var shift = Math.min(failures - 1, 40);
        return Math.min(firstMillis << shift, mostMillis);
    }
}
