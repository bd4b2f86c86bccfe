package dev.plimsoll.client.pace;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Pauses that double up to a most, each with a random part added so that many clients do not come back together.
 *
 * <p>A success, or a long time without a failure, starts from the beginning.
 */
public final class Backoff {
    private final Duration least;
    private final Duration most;
    private final RandomGenerator random;
    private Duration next;

    public Backoff(Duration least, Duration most, RandomGenerator random) {
        this.least = least;
        this.most = most;
        this.random = random;
        this.next = least;
    }

    /** As informers of Kubernetes wait: 800 ms to 30 s. */
    public static Backoff ofWatches(RandomGenerator random) {
        return new Backoff(Duration.ofMillis(800), Duration.ofSeconds(30), random);
    }

    /** The pause after one more failure: between once and twice the current step. */
    public Duration failure() {
        var step = next;
        var doubled = step.multipliedBy(2);
        next = doubled.compareTo(most) > 0 ? most : doubled;
        return step.plusNanos((long) (step.toNanos() * random.nextDouble()));
    }

    public void success() {
        next = least;
    }
}
