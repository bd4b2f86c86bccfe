package dev.plimsoll.runtime;

import dev.plimsoll.client.pace.ComponentThreads;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A question to something that may hang. It is asked once at a time, however many want to know, and nobody waits for the answer
 * longer than a given time.
 */
public final class SingleFlight<T> {
    private final String thread;
    private final Supplier<T> question;
    private final Duration patience;
    private final T otherwise;
    private @Nullable FutureTask<T> open;

    /**
     * A question that nobody has asked yet.
     *
     * @param thread names the thread that asks
     * @param otherwise the answer for who has waited long enough
     */
    public SingleFlight(String thread, Supplier<T> question, Duration patience, T otherwise) {
        this.thread = thread;
        this.question = question;
        this.patience = patience;
        this.otherwise = otherwise;
    }

    /** Asks and waits. */
    public T answer() {
        return begin().get();
    }

    /** Asks; what is returned waits for the answer, so that several questions can be open at once. */
    public Supplier<T> begin() {
        var asked = asked();
        var until = System.nanoTime() + patience.toNanos();
        return () -> awaited(asked, until);
    }

    private T awaited(FutureTask<T> asked, long until) {
        try {
            return asked.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            return otherwise;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return otherwise;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            forget(asked);
        }
    }

    private synchronized FutureTask<T> asked() {
        var known = open;
        // An answer that nobody waited for any more is of another time.
        if (known != null && !known.isDone()) return known;
        var task = new FutureTask<T>(question::get);
        open = task;
        ComponentThreads.named(thread).start(task);
        return task;
    }

    private synchronized void forget(FutureTask<T> asked) {
        if (asked.isDone() && asked.equals(open)) open = null;
    }
}
