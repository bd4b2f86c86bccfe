package dev.plimsoll.store.etcd;

import com.google.common.util.concurrent.Uninterruptibles;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether the store is being closed. Every pause waits for this, so that none outlives it. */
final class CloseSignal {
    private final CountDownLatch begun = new CountDownLatch(1);

    void begin() {
        begun.countDown();
    }

    boolean hasBegun() {
        return begun.getCount() == 0;
    }

    /** Pauses; true if closing began before the pause was over. */
    boolean within(Duration pause) {
        return Uninterruptibles.awaitUninterruptibly(begun, pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    boolean withinInterruptibly(Duration pause) throws InterruptedException {
        return begun.await(pause.toNanos(), TimeUnit.NANOSECONDS);
    }
}
