package dev.plimsoll.nodeagent.loop;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Wakes whoever asked for it. One thread for all nodes of a process; what it calls must not wait. */
public final class Timers implements AutoCloseable {
    private final InstantSource clock;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("plimsoll-timers").daemon().factory());

    public Timers(InstantSource clock) {
        this.clock = clock;
    }

    /** Something that can be called off. */
    public interface Wish {
        void cancel();
    }

    public Wish at(Instant time, Runnable wake) {
        var delay = Math.max(0, Duration.between(clock.instant(), time).toNanos());
        var task = thread.schedule(wake, delay, TimeUnit.NANOSECONDS);
        return () -> task.cancel(false);
    }

    public Wish every(Duration first, Duration period, Runnable wake) {
        var task = thread.scheduleAtFixedRate(wake, first.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
        return () -> task.cancel(false);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
