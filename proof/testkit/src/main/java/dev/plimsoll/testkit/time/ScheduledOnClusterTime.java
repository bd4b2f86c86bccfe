package dev.plimsoll.testkit.time;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** An executor whose delays are of the cluster's time, and whose tasks the cluster's time waits for. */
public final class ScheduledOnClusterTime extends AbstractExecutorService implements ScheduledExecutorService {
    private final Time time;
    private final ComponentThreads owner;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private volatile boolean isShutdown;

    public ScheduledOnClusterTime(Time time, ComponentThreads owner) {
        this.time = time;
        this.owner = owner;
    }

    /** A task of its own thread; its period is zero where it runs once. */
    private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {
        private final long period;
        private final boolean isRate;
        private volatile long due;

        Task(Callable<V> work, Duration delay, Duration period, boolean isRate) {
            super(work);
            this.due = time.nanos() + Math.max(0, delay.toNanos());
            this.period = period.toNanos();
            this.isRate = isRate;
        }

        void begin() {
            if (isShutdown) throw new RejectedExecutionException("the scheduler is shut down");
            try (var _ = owner.own()) {
                var thread = ComponentThreads.named("scheduled").unstarted(this::live);
                threads.add(thread);
                thread.start();
            }
        }

        private void live() {
            try {
                do {
                    time.sleep(Duration.ofNanos(Math.max(0, due - time.nanos())));
                    if (period == 0) {
                        run();
                        return;
                    }
                    var goesOn = runAndReset();
                    due = (isRate ? due : time.nanos()) + period;
                    if (!goesOn) return;
                } while (!isShutdown && !isCancelled());
            } catch (InterruptedException _) {
                cancel(false);
                Thread.currentThread().interrupt();
            } finally {
                threads.remove(Thread.currentThread());
            }
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - time.nanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    private static Duration duration(long amount, TimeUnit unit) {
        return Duration.ofNanos(unit.toNanos(amount));
    }

    private <V> ScheduledFuture<V> begun(Task<V> task) {
        task.begin();
        return task;
    }

    private static Callable<Boolean> call(Runnable work) {
        return Executors.callable(work, true);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
        return begun(new Task<>(call(work), duration(delay, unit), Duration.ZERO, false));
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> work, long delay, TimeUnit unit) {
        return begun(new Task<>(work, duration(delay, unit), Duration.ZERO, false));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable work, long first, long period, TimeUnit unit) {
        return begun(new Task<>(call(work), duration(first, unit), duration(period, unit), true));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable work, long first, long pause, TimeUnit unit) {
        return begun(new Task<>(call(work), duration(first, unit), duration(pause, unit), false));
    }

    @Override
    public void execute(Runnable work) {
        new Task<>(call(work), Duration.ZERO, Duration.ZERO, false).begin();
    }

    @Override
    public void shutdown() {
        isShutdown = true;
        threads.forEach(Thread::interrupt);
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
        return isShutdown && threads.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        var end = System.nanoTime() + unit.toNanos(timeout);
        for (var thread : threads) {
            if (!thread.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) return false;
        }
        return true;
    }
}
