package dev.plimsoll.apiserver.storage;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Gives up history that nobody needs any more: at each turn everything before the revision that was current at the turn
 * before. So a client may go on from any revision that is younger than one interval, at least. Without an interval history is left to
 * whoever else compacts the store. When the store has no room left, all history is given up at once.
 */
public final class Compactor implements AutoCloseable {
    private static final Duration LOOK_FOR_ROOM = Duration.ofSeconds(10);

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
        ComponentThreads.named("compactor").start(compactor::run);
        return compactor;
    }

    private void run() {
        var step = interval.isZero() ? LOOK_FOR_ROOM.toNanos() : Math.min(interval.toNanos(), LOOK_FOR_ROOM.toNanos());
        try {
            for (var waited = 0L; !closed.await(step, TimeUnit.NANOSECONDS); ) {
                waited += step;
                relieve();
                if (!isTurn(waited)) continue;
                waited = 0;
                runOnce();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether history is looked at again. */
    boolean isTurn(long waitedNanos) {
        return !interval.isZero() && waitedNanos >= interval.toNanos();
    }

    /** A store without room needs it now, even if clients that are behind must list anew. */
    void relieve() {
        try {
            if (store.fault()
                    .filter(it -> it.problem() == StoreProblem.OUT_OF_SPACE)
                    .isPresent()) store.compact(store.revision());
        } catch (StoreException trouble) {
            troubles.accept(trouble);
        }
    }

    /** One turn. A store that cannot answer now is asked again at the next. */
    void runOnce() {
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
