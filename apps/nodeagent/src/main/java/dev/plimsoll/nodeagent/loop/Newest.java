package dev.plimsoll.nodeagent.loop;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Work of which only the newest counts: what is put while an older piece is being done replaces what waits. */
public final class Newest<T> {
    private final Executor executor;
    private final Consumer<T> work;
    private final AtomicReference<@Nullable T> waiting = new AtomicReference<>();
    private boolean busy;

    public Newest(Executor executor, Consumer<T> work) {
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
        for (var next = take(); next != null; next = take()) work.accept(next);
    }

    private synchronized @Nullable T take() {
        var next = waiting.getAndSet(null);
        busy = next != null;
        return next;
    }
}
