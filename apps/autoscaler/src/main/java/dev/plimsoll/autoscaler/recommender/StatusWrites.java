package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.client.pace.ComponentThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Writes objects, some at a time, while the loop waits. */
final class StatusWrites implements AutoCloseable {
    private final ExecutorService workers;

    StatusWrites(int workers) {
        this.workers = Executors.newFixedThreadPool(
                workers, ComponentThreads.named("autoscaler-write-", 0).factory());
    }

    /** How many of them say that they did what they should. */
    int run(List<Callable<Boolean>> writes) {
        if (writes.isEmpty()) return 0;
        var done = 0;
        try {
            for (var result : workers.invokeAll(new ArrayList<>(writes))) if (result.get()) done++;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the loop is ending; what was not written is written by the next one
        } catch (ExecutionException e) {
            throw new IllegalStateException("a write failed in an unforeseen way", e.getCause());
        }
        return done;
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }
}
