package dev.plimsoll.testkit.remote;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A task in the other process that sleeps on the cluster's time. From when it is woken until it sleeps again, time waits for it. */
final class WokenTask {
    private CountDownLatch awake = new CountDownLatch(0);
    private @Nullable AtomicLong countOrNull;
    private boolean isGone;

    synchronized Runnable sleeps() {
        end();
        var latch = new CountDownLatch(1);
        awake = latch;
        return latch::countDown;
    }

    void awaitWake() throws InterruptedException {
        CountDownLatch latch;
        synchronized (this) {
            latch = awake;
        }
        latch.await();
    }

    /** On the thread that was woken, before it rests. A task whose process hung up meanwhile is not waited for. */
    synchronized void begin(AtomicLong running) {
        if (isGone) return;
        running.incrementAndGet();
        countOrNull = running;
    }

    /** Its process hung up. */
    synchronized void hangUp() {
        isGone = true;
        end();
    }

    private synchronized void end() {
        if (countOrNull != null) countOrNull.decrementAndGet();
        countOrNull = null;
    }
}
