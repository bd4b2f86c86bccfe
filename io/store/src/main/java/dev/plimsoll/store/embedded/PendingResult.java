package dev.plimsoll.store.embedded;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** What one thread waits for and another gives, once. */
final class PendingResult<T> {
    private final CountDownLatch given = new CountDownLatch(1);
    private @Nullable T value; // published by the latch

    /** The first answer counts. */
    void give(T answer) {
        if (given.getCount() == 0) return;
        value = answer;
        given.countDown();
    }

    /** Waits, whatever interrupts it; an interrupt is kept for the caller. */
    T await() {
        var interrupted = false;
        try {
            while (true) {
                try {
                    given.await();
                    break;
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
        if (value == null) throw new AssertionError("given before the latch");
        return value;
    }
}
