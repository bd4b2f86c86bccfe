package dev.plimsoll.nodeagent.testing;

import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Time that passes when it is told to, or when somebody sleeps. */
public final class ManualTime implements Time {
    public static final Instant BEGIN = Instant.parse("2026-01-01T10:00:00Z");

    private final List<Runnable> looks = new CopyOnWriteArrayList<>();
    private Instant now = BEGIN;

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public synchronized long nanos() {
        return Duration.between(BEGIN, now).toNanos();
    }

    /** Whoever sleeps wakes those whose time has come meanwhile. */
    @Override
    public void sleep(Duration duration) {
        synchronized (this) {
            now = now.plus(duration);
        }
        for (var look : looks) look.run();
    }

    @Override
    public Runnable whenMoved(Runnable look) {
        looks.add(look);
        return () -> looks.remove(look);
    }
}
