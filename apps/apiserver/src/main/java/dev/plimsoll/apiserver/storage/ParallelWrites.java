package dev.plimsoll.apiserver.storage;

import dev.plimsoll.client.pace.ComponentThreads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Writes many objects, some at the same time: a store writes to disk once for all that wait for it. */
public final class ParallelWrites {
    private static final int AT_ONCE = 64;

    private ParallelWrites() {}

    /**
     * Returns when all are written. After a failure no more are begun, and it is thrown when those that had begun have ended.
     *
     * @param name of the threads
     */
    public static <T> void each(String name, Collection<T> objects, Consumer<T> write) {
        if (objects.size() == 1) {
            objects.forEach(write);
            return;
        }
        var waiting = new ConcurrentLinkedQueue<>(objects);
        var failed = new AtomicBoolean();
        var workers = new ArrayList<Future<?>>();
        try (var threads = Executors.newThreadPerTaskExecutor(
                ComponentThreads.named(name + "-", 0).factory())) {
            for (var i = 0; i < Math.min(AT_ONCE, objects.size()); i++)
                workers.add(threads.submit(() -> work(waiting, failed, write)));
        }
        for (var worker : workers) {
            if (worker.state() != Future.State.FAILED) continue;
            switch (worker.exceptionNow()) {
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case Throwable failure -> throw new IllegalStateException(failure);
            }
        }
    }

    private static <T> void work(ConcurrentLinkedQueue<T> waiting, AtomicBoolean failed, Consumer<T> write) {
        for (var next = waiting.poll(); next != null && !failed.get(); next = waiting.poll()) {
            try {
                write.accept(next);
            } catch (RuntimeException | Error e) {
                failed.set(true);
                throw e;
            }
        }
    }
}
