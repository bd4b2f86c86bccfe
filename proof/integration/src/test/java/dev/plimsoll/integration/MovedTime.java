package dev.plimsoll.integration;

import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** The time of this machine with an offset that a test changes. */
public final class MovedTime implements Time {
    private final AtomicLong offset;
    private final List<Runnable> followers = new CopyOnWriteArrayList<>();

    public MovedTime(Duration offset) {
        this.offset = new AtomicLong(offset.toNanos());
    }

    @Override
    public Instant instant() {
        return Instant.now().plusNanos(offset.get());
    }

    @Override
    public long nanos() {
        return System.nanoTime() + offset.get();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        Time.system().sleep(duration);
    }

    @Override
    public Runnable whenMoved(Runnable look) {
        followers.add(look);
        return () -> followers.remove(look);
    }

    /** Sets the offset from the machine's time. */
    public void moveTo(Duration after) {
        offset.set(after.toNanos());
        followers.forEach(Runnable::run);
    }

    /** Adds to the offset. */
    public void advance(Duration duration) {
        offset.addAndGet(duration.toNanos());
        followers.forEach(Runnable::run);
    }
}
