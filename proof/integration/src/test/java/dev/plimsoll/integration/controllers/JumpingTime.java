package dev.plimsoll.integration.controllers;

import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** The time of this machine, which a test can put forward. */
final class JumpingTime implements Time {
    private final AtomicLong ahead = new AtomicLong();
    private final List<Runnable> followers = new CopyOnWriteArrayList<>();

    @Override
    public Instant instant() {
        return Instant.now().plusNanos(ahead.get());
    }

    @Override
    public long nanos() {
        return System.nanoTime() + ahead.get();
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

    void jump(Duration duration) {
        ahead.addAndGet(duration.toNanos());
        followers.forEach(Runnable::run);
    }
}
