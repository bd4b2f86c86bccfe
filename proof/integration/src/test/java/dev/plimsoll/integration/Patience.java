package dev.plimsoll.integration;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for what comes about by itself, and fails with what was missing: a test that waits for ever tells nothing. */
final class Patience {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(5);

    private Patience() {}

    /** Something that can be looked at. */
    interface Condition {
        boolean holds() throws Exception;
    }

    static void until(String what, Condition condition) throws InterruptedException {
        var end = System.nanoTime() + LONGEST.toNanos();
        while (!holds(what, condition)) {
            if (Thread.interrupted()) throw new InterruptedException("while waiting: " + what);
            if (System.nanoTime() > end) throw new AssertionError("not within " + LONGEST + ": " + what);
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static boolean holds(String what, Condition condition) throws InterruptedException {
        try {
            return condition.holds();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(what, e);
        }
    }
}
