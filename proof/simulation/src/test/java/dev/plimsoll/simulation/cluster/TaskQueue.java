package dev.plimsoll.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** The threads of one process, of which one at a time does one task: which one, the seed decides. */
final class TaskQueue extends AbstractExecutorService {
    private final List<Runnable> tasks = new ArrayList<>();
    private boolean isShutdown;

    @Override
    public void execute(Runnable task) {
        if (!isShutdown) tasks.add(task);
    }

    boolean isEmpty() {
        return tasks.isEmpty();
    }

    /** Does one of the tasks. */
    void runOne(SplittableRandom random) {
        tasks.remove(random.nextInt(tasks.size())).run();
    }

    @Override
    public void shutdown() {
        isShutdown = true;
        tasks.clear();
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return isShutdown;
    }

    @Override
    public boolean isTerminated() {
        return isShutdown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return isShutdown;
    }
}
