package dev.plimsoll.apiserver;

import dev.plimsoll.apiserver.verbs.Engine;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.store.StoreException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Looks after objects of the server's own: whenever it is woken, and once in a while. */
final class UpkeepLoop implements AutoCloseable {
    private final Engine engine;
    private final Duration period;
    private final Runnable upkeep;
    private final Consumer<Throwable> troubles;
    private final Semaphore reasons = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;

    UpkeepLoop(String name, Engine engine, Duration period, Runnable upkeep, Consumer<Throwable> troubles) {
        this.engine = engine;
        this.period = period;
        this.upkeep = upkeep;
        this.troubles = troubles;
        this.thread = ComponentThreads.named(name).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    void wake() {
        reasons.release();
    }

    private void run() {
        try {
            while (!isOver()) {
                if (reasons.tryAcquire(period.toNanos(), TimeUnit.NANOSECONDS)) reasons.drainPermits();
                if (!isOver()) attempt(upkeep);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** A store that cannot answer now is asked again in the next round. */
    void attempt(Runnable work) {
        try {
            work.run();
        } catch (StoreException | RefusedException trouble) {
            if (!isOver()) troubles.accept(trouble);
        }
    }

    private boolean isOver() {
        return closed || engine.registry().isClosed();
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
