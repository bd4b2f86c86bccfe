package dev.plimsoll.testkit.work;

import java.io.IOException;
import java.util.ArrayList;
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
 * An executor whose delays are of the time of a cluster. Each task has a thread of its own. After {@link #shutdown} tasks that wait
 * for their time do not run any more, and their results are cancelled.
 */
public abstract class ClusterScheduler extends AbstractExecutorService implements ScheduledExecutorService {
    private final Set<Task<?>> tasks = ConcurrentHashMap.newKeySet();
    private volatile boolean isShutdown;

    /** Wakes one task, again and again. */
    protected interface Alarm {
        /** From when this returns, whoever lets the cluster's time pass lets this moment come. */
        void set(long due) throws IOException;

        /** Waits for the moment that was set. From then on time waits for the task. */
        void await() throws IOException, InterruptedException;

        /** Time waits for the task no longer. */
        void close();
    }

    /** The cluster's time. */
    protected abstract long nanos();

    protected abstract Alarm alarm() throws IOException;

    /** A thread that is not started. */
    protected abstract Thread thread(Runnable task);

    /** Its period is zero where it runs once. */
    private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {
        private final long period;
        private final boolean isRate;
        private final Alarm alarm;
        private final Thread thread;
        private final Object lock = new Object();
        private boolean isWaiting;
        private volatile long due;

        Task(Callable<V> work, long delay, long period, boolean isRate) throws IOException {
            super(work);
            this.due = nanos() + Math.max(0, delay);
            this.period = period;
            this.isRate = isRate;
            this.alarm = alarm();
            this.thread = thread(this::live);
        }

        void begin() throws IOException {
            alarm.set(due);
            tasks.add(this);
            thread.start();
        }

        private void live() {
            try {
                while (isDue()) {
                    if (period == 0) {
                        run();
                        return;
                    }
                    if (!runAndReset()) return;
                    due = (isRate ? due : nanos()) + period;
                    alarm.set(due);
                }
                cancel(false);
            } catch (IOException e) {
                cancel(false); // the cluster has ended, or the scheduler
            } catch (InterruptedException e) {
                cancel(false);
                Thread.currentThread().interrupt();
            } finally {
                alarm.close();
                tasks.remove(this);
            }
        }

        /** Waits until it is; false where it is to run no more. */
        private boolean isDue() throws IOException, InterruptedException {
            synchronized (lock) {
                isWaiting = true;
            }
            try {
                if (!isOver()) alarm.await();
            } finally {
                synchronized (lock) {
                    isWaiting = false;
                }
            }
            return !isOver();
        }

        private boolean isOver() {
            return isShutdown || isDone();
        }

        /** Whether it was waiting, which it then does no longer. */
        boolean stopWaiting() {
            synchronized (lock) {
                if (!isWaiting) return false;
                thread.interrupt();
                alarm.close();
                return true;
            }
        }

        @Override
        protected void done() {
            if (isCancelled()) stopWaiting();
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

    private <V> ScheduledFuture<V> begun(Callable<V> work, long delay, long period, boolean isRate) {
        if (isShutdown) throw new RejectedExecutionException("the scheduler is shut down");
        try {
            var task = new Task<>(work, delay, period, isRate);
            task.begin();
            return task;
        } catch (IOException e) {
            throw new RejectedExecutionException("the process of the cluster has ended", e);
        }
    }

    private static Callable<Boolean> call(Runnable work) {
        return Executors.callable(work, true);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
        return begun(call(work), unit.toNanos(delay), 0, false);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> work, long delay, TimeUnit unit) {
        return begun(work, unit.toNanos(delay), 0, false);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable work, long first, long period, TimeUnit unit) {
        return begun(call(work), unit.toNanos(first), positive(period, unit), true);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable work, long first, long pause, TimeUnit unit) {
        return begun(call(work), unit.toNanos(first), positive(pause, unit), false);
    }

    private static long positive(long period, TimeUnit unit) {
        if (period <= 0) throw new IllegalArgumentException("the period must be more than 0, and is " + period);
        return unit.toNanos(period);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // as with any executor, nobody waits for it
    public void execute(Runnable work) {
        begun(call(work), 0, 0, false);
    }

    @Override
    public void shutdown() {
        isShutdown = true;
        tasks.forEach(Task::stopWaiting);
    }

    @Override
    public List<Runnable> shutdownNow() {
        isShutdown = true;
        var dropped = new ArrayList<Runnable>();
        for (var task : tasks) {
            if (task.stopWaiting()) dropped.add(task);
            else task.thread.interrupt();
        }
        return dropped;
    }

    @Override
    public boolean isShutdown() {
        return isShutdown;
    }

    @Override
    public boolean isTerminated() {
        return isShutdown && tasks.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        var end = System.nanoTime() + unit.toNanos(timeout);
        for (var task : tasks) {
            task.thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            if (task.thread.isAlive()) return false;
        }
        return true;
    }
}
