package dev.plimsoll.integration.controllers;

import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** The time of this machine, which a test can put forward. */
final class JumpingTime implements Time {
    private final AtomicLong ahead = new AtomicLong();

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

    void jump(Duration duration) {
        ahead.addAndGet(duration.toNanos());
    }
}
