package dev.plimsoll.apiserver.flowcontrol;

/**
 * When those who are turned away are told to come back: the more there are, the later. It doubles when in as many seconds as it says three
 * times as many were turned away, and halves when fewer were than it says.
 */
final class RetryAfter {
    private static final int LONGEST = 32;
    private static final long SECOND = 1_000_000_000L;

    private int seconds = 1;
    private long since = Long.MIN_VALUE;
    private int dropped;

    /** Counts one that is turned away, and says for how many seconds. */
    int next(long now) {
        if (since == Long.MIN_VALUE) since = now;
        if (now - since >= seconds * SECOND) {
            if (dropped >= 3 * seconds) seconds = Math.min(LONGEST, seconds * 2);
            else if (dropped < seconds) seconds = Math.max(1, seconds / 2);
            since = now;
            dropped = 0;
        }
        dropped++;
        return seconds;
    }
}
