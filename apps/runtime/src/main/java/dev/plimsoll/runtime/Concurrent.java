package dev.plimsoll.runtime;

import dev.plimsoll.client.pace.ComponentThreads;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** A value that another thread makes while this one does something else. */
public final class Concurrent<T> {
    private final FutureTask<T> task;

    private Concurrent(FutureTask<T> task) {
        this.task = task;
    }

    /** Begins at once, in a thread of that name. */
    public static <T> Concurrent<T> of(String name, Supplier<T> maker) {
        var task = new FutureTask<T>(maker::get);
        ComponentThreads.named(name).start(task);
        return new Concurrent<>(task);
    }

    /** Waits for the value; throws what the maker threw. */
    public T get() {
        try {
            return task.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case null, default -> throw new IllegalStateException(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", e);
        }
    }
}
