package dev.plimsoll.apiserver.storage;

import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Gives up history that nobody needs any more: at each turn everything before the revision that was current at the turn
 * before. So a client may go on from any revision that is younger than one interval, at least.
 */
public final class Compactor implements AutoCloseable {
    private final Store store;
    private final Duration interval;
    private final Consumer<Throwable> troubles;
    private final CountDownLatch closed = new CountDownLatch(1);
    private long mark;

    Compactor(Store store, Duration interval, Consumer<Throwable> troubles) {
        this.store = store;
        this.interval = interval;
        this.troubles = troubles;
    }

    public static Compactor started(Store store, Duration interval, Consumer<Throwable> troubles) {
        var compactor = new Compactor(store, interval, troubles);
        Thread.ofVirtual().name("compactor").start(compactor::run);
        return compactor;
    }

    private void run() {
        try {
            while (!closed.await(interval.toNanos(), TimeUnit.NANOSECONDS)) turn();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** One turn. A store that cannot answer now is asked again at the next. */
    void turn() {
        try {
            if (mark > 0) store.compact(mark);
            mark = store.revision();
        } catch (StoreException trouble) {
            troubles.accept(trouble);
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
