package dev.plimsoll.testkit.cluster;

import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Time that passes as on the machine, and can be moved on.
 *
 * <p>It moves in steps of a second at most, and to each moment for which somebody sleeps. After each step everybody who was
 * woken comes to rest before the next. So a day has as many heartbeats, rounds and retries as a day has; only nobody waits.
 */
final class VirtualTime implements Time {
    private static final long LONGEST_STEP = Duration.ofSeconds(1).toNanos();
    /** Sleepers who are due within so long wake together. */
    private static final long SHORTEST_STEP = Duration.ofMillis(100).toNanos();

    private final Rest rest;
    private final AtomicLong moved = new AtomicLong();
    private final AtomicLong numbers = new AtomicLong();
    private final SortedSet<Sleeper> sleepers =
            new ConcurrentSkipListSet<>(Comparator.comparingLong(Sleeper::due).thenComparingLong(Sleeper::number));
    private final List<Runnable> followers = new CopyOnWriteArrayList<>();

    VirtualTime(Rest rest) {
        this.rest = rest;
    }

    private record Sleeper(long due, long number, Thread thread) {}

    @Override
    public Instant instant() {
        return Instant.now().plusNanos(moved.get());
    }

    @Override
    public long nanos() {
        return System.nanoTime() + moved.get();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        var sleeper = new Sleeper(nanos() + duration.toNanos(), numbers.getAndIncrement(), Thread.currentThread());
        sleepers.add(sleeper);
        try {
            for (var left = sleeper.due() - nanos(); left > 0; left = sleeper.due() - nanos()) {
                LockSupport.parkNanos(this, left);
                if (Thread.interrupted()) throw new InterruptedException();
            }
        } finally {
            sleepers.remove(sleeper);
        }
    }

    @Override
    public Runnable whenMoved(Runnable look) {
        followers.add(look);
        return () -> followers.remove(look);
    }

    /** Moves time on. What was due by then has been begun, and mostly done, when this returns. */
    synchronized void pass(Duration duration) {
        var end = nanos() + duration.toNanos();
        for (var left = end - nanos(); left > 0; left = end - nanos()) {
            moved.addAndGet(Math.min(left, step()));
            wake();
            rest.await();
        }
    }

    private long step() {
        for (var next : sleepers) return Math.clamp(next.due() - nanos(), SHORTEST_STEP, LONGEST_STEP);
        return LONGEST_STEP;
    }

    private void wake() {
        for (var sleeper : sleepers) {
            if (sleeper.due() > nanos()) break;
            LockSupport.unpark(sleeper.thread());
        }
        followers.forEach(Runnable::run);
    }
}
