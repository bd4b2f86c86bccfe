package dev.plimsoll.controllers.loop;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.backoff.ExponentialBackoff;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Names of objects that want a look, each at most once.
 *
 * <p>A name that is added while somebody works on it comes again when that is done. One that failed comes back after a pause that
 * doubles from 5 ms to a minute.
 */
public final class WorkQueue implements AutoCloseable {
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(5), Duration.ofMinutes(1));

    private final Time time;
    private final QueueMetrics metrics;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<ObjectName> ready = new ArrayDeque<>();
    private final Set<ObjectName> waiting = new HashSet<>();
    private final Set<ObjectName> inWork = new HashSet<>();
    private final PriorityQueue<Later> later = new PriorityQueue<>();
    private final Map<ObjectName, Long> dueAt = new HashMap<>();
    private final Map<ObjectName, Integer> failures = new HashMap<>();
    private final Runnable unfollow;
    private boolean closed;

    public WorkQueue(Time time, QueueMetrics metrics) {
        this.time = time;
        this.metrics = metrics;
        this.unfollow = time.whenMoved(this::lookAgain);
    }

    private record Later(long at, ObjectName key) implements Comparable<Later> {
        @Override
        public int compareTo(Later other) {
            var times = Long.compare(at, other.at);
            return times != 0 ? times : key.compareTo(other.key);
        }
    }

    public void add(ObjectName key) {
        lock.lock();
        try {
            if (closed || !waiting.add(key)) return;
            metrics.added(key, time.nanos());
            if (inWork.contains(key)) return;
            ready.add(key);
            metrics.depth(ready.size());
            ComponentThreads.handOver();
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Not before so long; of two wishes for the same name the sooner counts. */
    public void addAfter(ObjectName key, Duration pause) {
        if (!pause.isPositive()) {
            add(key);
            return;
        }
        lock.lock();
        try {
            var at = time.nanos() + pause.toNanos();
            var before = dueAt.get(key);
            if (closed || (before != null && before <= at)) return;
            dueAt.put(key, at);
            later.add(new Later(at, key));
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** After a failure; how many came before it in a row. */
    public int addAfterFailure(ObjectName key) {
        metrics.retried();
        var before = failuresBefore(key);
        addAfter(key, pause(before));
        return before;
    }

    private int failuresBefore(ObjectName key) {
        lock.lock();
        try {
            return failures.merge(key, 1, Integer::sum) - 1;
        } finally {
            lock.unlock();
        }
    }

    static Duration pause(int failuresBefore) {
        return PAUSES.after(failuresBefore + 1);
    }

    /** After a success: the next failure is the first. */
    public void forgive(ObjectName key) {
        lock.lock();
        try {
            failures.remove(key);
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a name; empty once the queue is closed. Whoever took one says when it is {@link #done}. */
    public Optional<ObjectName> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed) {
                var due = nextDue();
                if (due.isPresent()) return due;
                var next = later.peek();
                if (next == null) changed.await();
                else changed.awaitNanos(time.machineNanos(next.at() - time.nanos()));
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** A name that is due now, without waiting for one. */
    public Optional<ObjectName> poll() {
        lock.lock();
        try {
            return closed ? Optional.empty() : nextDue();
        } finally {
            lock.unlock();
        }
    }

    private Optional<ObjectName> nextDue() {
        moveDue();
        var key = ready.poll();
        if (key == null) return Optional.empty();
        waiting.remove(key);
        inWork.add(key);
        metrics.depth(ready.size());
        metrics.taken(key, time.nanos());
        return Optional.of(key);
    }

    private void lookAgain() {
        lock.lock();
        try {
            var next = later.peek();
            if (next == null) return;
            var left = next.at() - time.nanos();
            // While time stands still nobody wakes who is not due; once it goes on all wait by the machine again.
            if (left <= 0 || time.machineNanos(left) != Long.MAX_VALUE) changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void moveDue() {
        var now = time.nanos();
        for (var next = later.peek(); next != null && next.at() <= now; next = later.peek()) {
            later.poll();
            // An older wish for a later time than the one that counts.
            if (!dueAt.remove(next.key(), next.at())) continue;
            add(next.key());
        }
    }

    public void done(ObjectName key) {
        lock.lock();
        try {
            inWork.remove(key);
            metrics.finished(key, time.nanos());
            if (!waiting.contains(key)) return;
            ready.add(key);
            metrics.depth(ready.size());
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        unfollow.run();
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
