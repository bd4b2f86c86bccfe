package dev.plimsoll.client.pace;

import java.util.function.Predicate;
import java.util.function.Supplier;

/** Tries something again, with pauses that grow. */
public final class Retry {
    private Retry() {}

    /** One try. */
    public interface Attempt {
        /** Whether it need not be tried again. */
        boolean isDone() throws InterruptedException;
    }

    /** Returns when the attempt is done. */
    public static void until(Attempt attempt, Backoff backoff, Time time) throws InterruptedException {
        while (!attempt.isDone()) time.sleep(backoff.failure());
    }

    /**
     * The outcome of the last attempt: the first that is not worth another, or that of the last one allowed. An interrupt ends the
     * attempts and is kept for the caller.
     */
    public static <T> T atMost(
            int attempts, Supplier<T> attempt, Predicate<? super T> isWorthAnother, Backoff backoff, Time time) {
        var outcome = attempt.get();
        for (var made = 1; made < attempts && isWorthAnother.test(outcome); made++) {
            try {
                time.sleep(backoff.failure());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return outcome;
            }
            outcome = attempt.get();
        }
        return outcome;
    }
}
