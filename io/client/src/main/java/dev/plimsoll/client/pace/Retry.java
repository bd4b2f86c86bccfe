package dev.plimsoll.client.pace;

/** Tries something until it is done, with pauses that grow. */
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
}
