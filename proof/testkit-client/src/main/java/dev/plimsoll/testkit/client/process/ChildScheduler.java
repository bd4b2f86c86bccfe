package dev.plimsoll.testkit.client.process;

import java.io.IOException;
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

/**
 * An executor whose delays are of the time of a cluster in another process. Each task has a connection, on which it asks to be woken;
 * from then on the cluster's time waits for it, until it asks again or hangs up.
 */
public final class ChildScheduler extends AbstractExecutorService implements ScheduledExecutorService {
    private final ClusterChild child;
    private final String cluster;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private volatile boolean isShutdown;

    public ChildScheduler(ClusterChild child, String cluster) {
        this.child = child;
        this.cluster = cluster;
        child.call(List.of("requireVirtual", cluster), question -> List.of());
    }

    private long nanos() {
        return Long.parseLong(
                child.call(List.of("nanos", cluster), question -> List.of()).get(0));
    }

    /** A task of its own thread; its period is zero where it runs once. */
    private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {
        private final long period;
        private final boolean isRate;
        private volatile long due;

        Task(Callable<V> work, Duration delay, Duration period, boolean isRate) {
            super(work);
            this.due = nanos() + Math.max(0, delay.toNanos());
            this.period = period.toNanos();
            this.isRate = isRate;
        }

        void begin() throws IOException {
            if (isShutdown) throw new RejectedExecutionException("the scheduler is shut down");
            var connection = child.take();
            // Asked for before this returns: whoever lets time pass next passes this moment too.
            connection.call(List.of("sleeper", cluster, Long.toString(due)), question -> List.of());
            var thread = new Thread(() -> live(connection), "plimsoll-scheduled");
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }

        private void live(ChildConnection connection) {
            try (connection) {
                connection.call(List.of("awoken", cluster), question -> List.of());
                while (!isShutdown && !isCancelled()) {
                    if (period == 0) {
                        run();
                        return;
                    }
                    if (!runAndReset()) return;
                    due = (isRate ? due : nanos()) + period;
                    connection.call(List.of("sleeper", cluster, Long.toString(due)), question -> List.of());
                    connection.call(List.of("awoken", cluster), question -> List.of());
                }
            } catch (IOException e) {
                cancel(false); // the cluster has ended
            } finally {
                threads.remove(Thread.currentThread());
            }
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - nanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    private static Duration duration(long amount, TimeUnit unit) {
        return Duration.ofNanos(unit.toNanos(amount));
    }

    private static <V> Task<V> begun(Task<V> task) {
        try {
            task.begin();
        } catch (IOException e) {
            throw new RejectedExecutionException("the process of the cluster has ended", e);
        }
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
        try {
            new Task<>(call(work), Duration.ZERO, Duration.ZERO, false).begin();
        } catch (IOException e) {
            throw new RejectedExecutionException("the process of the cluster has ended", e);
        }
    }

    @Override
    public void shutdown() {
        isShutdown = true;
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
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            if (thread.isAlive()) return false;
        }
        return true;
    }
}
