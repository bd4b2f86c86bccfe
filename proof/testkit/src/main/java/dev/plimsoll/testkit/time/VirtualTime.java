package dev.plimsoll.testkit.time;

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
 * <p>While it is moved it stands still but for its steps: to each moment for which somebody sleeps, and a second at most. After each
 * step everybody who was woken comes to rest before the next. So a day has as many heartbeats, rounds and retries as a day has, and
 * how long the machine takes for them makes no difference.
 */
public final class VirtualTime implements Time {
    private static final long LONGEST_STEP = Duration.ofSeconds(1).toNanos();
    /** Sleepers who are due within so long wake together. */
    private static final long SHORTEST_STEP = Duration.ofMillis(100).toNanos();

    private final Rest rest;
    private final Instant began = Instant.now();
    private final long beganNanos = System.nanoTime();
    private final AtomicLong looks = new AtomicLong();
    private final AtomicLong numbers = new AtomicLong();
    private final SortedSet<Sleeper> sleepers =
            new ConcurrentSkipListSet<>(Comparator.comparingLong(Sleeper::due).thenComparingLong(Sleeper::number));
    private final List<Runnable> followers = new CopyOnWriteArrayList<>();
    private volatile Flow flow = new Flow.WithTheMachine(0);

    public VirtualTime(Rest rest) {
        this.rest = rest;
    }

    private record Sleeper(long due, long number, Thread thread) {}

    private sealed interface Flow {
        /** @param ahead of the machine, in nanoseconds */
        record WithTheMachine(long ahead) implements Flow {}

        record Still(long nanos) implements Flow {}
    }

    /** No two looks see the same instant, though time stands still: objects are named and ordered by it. */
    @Override
    public Instant instant() {
        return began.plusNanos(nanos() - beganNanos + looks.getAndIncrement());
    }

    /** It goes on evenly, whatever is done to the clock of the machine. */
    @Override
    public Time steady() {
        return this;
    }

    @Override
    public long nanos() {
        return switch (flow) {
            case Flow.WithTheMachine(var ahead) -> System.nanoTime() + ahead;
            case Flow.Still(var nanos) -> nanos;
        };
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        var sleeper = new Sleeper(nanos() + duration.toNanos(), numbers.getAndIncrement(), Thread.currentThread());
        sleepers.add(sleeper);
        try {
            for (var left = sleeper.due() - nanos(); left > 0; left = sleeper.due() - nanos()) {
                if (flow instanceof Flow.Still) LockSupport.park(this);
                else LockSupport.parkNanos(this, left);
                if (Thread.interrupted()) throw new InterruptedException();
            }
        } finally {
            sleepers.remove(sleeper);
        }
    }

    @Override
    public long machineNanos(long nanos) {
        return switch (flow) {
            case Flow.WithTheMachine _ -> nanos;
            case Flow.Still _ -> nanos <= 0 ? nanos : Long.MAX_VALUE;
        };
    }

    @Override
    public Runnable whenMoved(Runnable look) {
        followers.add(look);
        return () -> followers.remove(look);
    }

    /** Moves time on by as much. What was due by then has been done when this returns, and what follows from it at once too. */
    public synchronized void pass(Duration duration) {
        var now = nanos();
        var end = now + duration.toNanos();
        flow = new Flow.Still(now);
        try (var _ = rest.threads().own()) {
            rest.await();
            while (now < end) {
                now = Math.min(end, now + step(now));
                flow = new Flow.Still(now);
                wake(now);
                rest.await();
            }
        } finally {
            flow = new Flow.WithTheMachine(now - System.nanoTime());
            wake(Long.MAX_VALUE); // they sleep by the machine again
        }
    }

    private long step(long now) {
        for (var next : sleepers) return Math.clamp(next.due() - now, SHORTEST_STEP, LONGEST_STEP);
        return LONGEST_STEP;
    }

    /** Everybody who is due by then looks at the clock. */
    private void wake(long due) {
        for (var sleeper : sleepers) {
            if (sleeper.due() > due) break;
            LockSupport.unpark(sleeper.thread());
        }
        followers.forEach(Runnable::run);
    }
}
