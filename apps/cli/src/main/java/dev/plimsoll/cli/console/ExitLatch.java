package dev.plimsoll.cli.console;

import java.util.concurrent.CountDownLatch;

/** Waiting at the end of the program. */
public final class ExitLatch {
    private ExitLatch() {}

    /** An interrupt ends the wait and stays set. */
    static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
