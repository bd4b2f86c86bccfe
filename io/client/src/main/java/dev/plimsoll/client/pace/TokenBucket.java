package dev.plimsoll.client.pace;

import java.time.Duration;

/**
 * Allows so many actions per second, and a burst of them after a pause.
 *
 * <p>Whoever finds it empty goes into debt and waits until the debt is paid, so waiters are served in the order of arrival.
 */
public final class TokenBucket {
    private static final double NANOS = 1e9;

    private final double perSecond;
    private final double burst;
    private final Time time;
    private double tokens;
    private long filledAt;

    public TokenBucket(double perSecond, int burst, Time time) {
        if (!(perSecond > 0) || burst < 1) throw new IllegalArgumentException("rate and burst must be positive");
        this.perSecond = perSecond;
        this.burst = burst;
        this.time = time;
        this.tokens = burst;
        this.filledAt = time.nanos();
    }

    /** No limit in practice. */
    public static TokenBucket unlimited(Time time) {
        return new TokenBucket(1e9, 1_000_000, time);
    }

    /** Takes one, and waits as long as that needs. */
    public void take() throws InterruptedException {
        var debt = owe();
        if (debt > 0) time.sleep(Duration.ofNanos((long) (debt / perSecond * NANOS)));
    }

    /** Takes one if there is one. */
    public synchronized boolean tryTake() {
        fill();
        if (tokens < 1) return false;
        tokens -= 1;
        return true;
    }

    private synchronized double owe() {
        fill();
        tokens -= 1;
        return -tokens;
    }

    private void fill() {
        var now = time.nanos();
        tokens = Math.min(burst, tokens + (now - filledAt) / NANOS * perSecond);
        filledAt = now;
    }
}
