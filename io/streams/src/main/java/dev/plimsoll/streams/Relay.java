package dev.plimsoll.streams;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Passes bytes between two streams, both ways, until either of them ends or nothing has moved for too long. Of each direction no more
 * is held than one buffer: who does not read slows down who writes.
 */
public final class Relay {
    private static final int BUFFER_BYTES = 32 * 1024;

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile long movedNanos = System.nanoTime();

    private Relay() {}

    /**
     * Returns when it is over; both streams are closed then.
     *
     * @param idle how long nothing may move; zero is for ever
     */
    public static void run(DuplexStream one, DuplexStream other, Duration idle) {
        new Relay().both(one, other, idle.toNanos());
    }

    private void both(DuplexStream one, DuplexStream other, long idleNanos) {
        var there = Thread.ofVirtual().name("relay").start(() -> copy(one, other));
        var back = Thread.ofVirtual().name("relay").start(() -> copy(other, one));
        try {
            if (idleNanos == 0) ended.await();
            var left = idleNanos;
            while (left > 0 && !ended.await(left, TimeUnit.NANOSECONDS)) {
                left = idleNanos - (System.nanoTime() - movedNanos);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            one.close();
            other.close();
        }
        // Nothing is given back before nobody uses it any more.
        join(there);
        join(back);
    }

    private static void join(Thread thread) {
        var interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private void copy(DuplexStream from, DuplexStream to) {
        var buffer = new byte[BUFFER_BYTES];
        try {
            for (var read = from.input().read(buffer);
                    read >= 0;
                    read = from.input().read(buffer)) {
                movedNanos = System.nanoTime();
                to.output().write(buffer, 0, read);
                to.output().flush();
                movedNanos = System.nanoTime();
            }
        } catch (IOException _) {
            // Whoever broke it off: it is over, for both.
        } finally {
            ended.countDown();
        }
    }
}
