package dev.plimsoll.runtime;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Wakes whoever asked for it. One thread for all nodes of a process; what it calls must not wait.
 *
 * <p>Not a ScheduledExecutorService, which knows no time but the machine's.
 */
public final class Timers implements AutoCloseable {
    private final Time time;
    private final Runnable unfollow;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition sooner = lock.newCondition();
    private final TreeSet<Alarm> alarms =
            new TreeSet<>(Comparator.<Alarm>comparingLong(alarm -> alarm.due).thenComparingLong(alarm -> alarm.number));
    private long made;
    private boolean isClosed;

    /** With a thread that wakes whoever is due. */
    public Timers(Time time) {
        this(time, true);
    }

    private Timers(Time time, boolean isStarted) {
        this.time = time;
        this.unfollow = time.whenMoved(this::moved);
        this.thread = ComponentThreads.named("plimsoll-timers").unstarted(this::run);
        if (isStarted) thread.start();
    }

    /** Without a thread: whoever moves the time wakes all who are due, on the own thread. For simulations. */
    public static Timers movedBy(Time time) {
        return new Timers(time, false);
    }

    /** Something that can be called off. */
    public interface ScheduledTask {
        void cancel();
    }

    private final class Alarm implements ScheduledTask {
        private final long number;
        /** 0 for once. */
        private final long period;

        private final Runnable wake;
        private long due;

        Alarm(long number, long due, long period, Runnable wake) {
            this.number = number;
            this.due = due;
            this.period = period;
            this.wake = wake;
        }

        @Override
        public void cancel() {
            lock.lock();
            try {
                alarms.remove(this);
            } finally {
                lock.unlock();
            }
        }
    }

    public ScheduledTask at(Instant when, Runnable wake) {
        return set(Duration.between(time.instant(), when), Duration.ZERO, wake);
    }

    /** Again and again; what could not be kept up with falls away. */
    public ScheduledTask every(Duration first, Duration period, Runnable wake) {
        return set(first, period, wake);
    }

    private ScheduledTask set(Duration delay, Duration period, Runnable wake) {
        lock.lock();
        try {
            var alarm = new Alarm(made++, time.nanos() + Math.max(0, delay.toNanos()), period.toNanos(), wake);
            if (isClosed) return alarm;
            alarms.add(alarm);
            if (alarms.first() == alarm) sooner.signal();
            return alarm;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (true) {
                awaitDue();
                ring();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void awaitDue() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                var left = alarms.isEmpty() ? Long.MAX_VALUE : alarms.first().due - time.nanos();
                if (left <= 0) return;
                sooner.awaitNanos(time.machineNanos(left));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whoever moved time finds everybody awake who is due. */
    private void moved() {
        ring();
        if (time.machineNanos(1) == Long.MAX_VALUE) return; // it stands still: the thread has nothing to wait for
        lock.lock();
        try {
            sooner.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Wakes everybody whose time has come. */
    private void ring() {
        for (var alarm = next(); alarm != null; alarm = next()) {
            try {
                alarm.wake.run();
            } catch (RuntimeException e) {
                // One that fails must not silence all others.
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            }
        }
    }

    private @Nullable Alarm next() {
        lock.lock();
        try {
            var now = time.nanos();
            if (alarms.isEmpty() || alarms.first().due > now) return null;
            var alarm = alarms.removeFirst();
            if (alarm.period > 0) {
                alarm.due += alarm.period * (1 + (now - alarm.due) / alarm.period);
                alarms.add(alarm);
            }
            return alarm;
        } finally {
            lock.unlock();
        }
    }

    /** Nobody is woken any more who has not been by now, be it that the thread is just about to. */
    @Override
    public void close() {
        unfollow.run();
        lock.lock();
        try {
            isClosed = true;
            alarms.clear();
        } finally {
            lock.unlock();
        }
        thread.interrupt();
    }
}
