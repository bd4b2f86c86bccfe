package dev.plimsoll.nodeagent.loop;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Work of which only the newest counts: what is put while an older piece is being done replaces what waits. */
public final class Coalescing<T> {
    private final Executor executor;
    private final Consumer<T> work;
    private final AtomicReference<@Nullable T> waiting = new AtomicReference<>();
    private boolean busy;

    public Coalescing(Executor executor, Consumer<T> work) {
        this.executor = executor;
        this.work = work;
    }

    public void put(T next) {
        synchronized (this) {
            waiting.set(next);
            if (busy) return;
            busy = true;
        }
        executor.execute(this::run);
    }

    private void run() {
        for (var next = take(); next != null; next = take()) {
            try {
                work.accept(next);
            } catch (RuntimeException e) {
                // One piece that fails must not hold up all later ones.
                var thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            }
        }
    }

    private synchronized @Nullable T take() {
        var next = waiting.getAndSet(null);
        busy = next != null;
        if (!busy) notifyAll();
        return next;
    }

    /** Waits until everything that was put is done; whether that was within the time. */
    public synchronized boolean awaitIdle(Duration longest) throws InterruptedException {
        var end = System.nanoTime() + longest.toNanos();
        while (busy) {
            var left = end - System.nanoTime();
            if (left <= 0) return false;
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }
}
