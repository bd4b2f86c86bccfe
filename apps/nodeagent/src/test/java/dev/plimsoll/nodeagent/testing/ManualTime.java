package dev.plimsoll.nodeagent.testing;

import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.time.Instant;

/** Time that passes when it is told to, or when somebody sleeps. */
public final class ManualTime implements Time {
    public static final Instant BEGIN = Instant.parse("2026-01-01T10:00:00Z");

    private Instant now = BEGIN;

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public synchronized long nanos() {
        return Duration.between(BEGIN, now).toNanos();
    }

    @Override
    public synchronized void sleep(Duration duration) {
        now = now.plus(duration);
    }
}
