package dev.plimsoll.client.testing;

import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Time that passes only when somebody sleeps or the test says so. */
public final class VirtualTime implements Time {
    private final List<Duration> sleeps = new ArrayList<>();
    private final Duration skew;
    private long nanos;

    public VirtualTime() {
        this(Duration.ZERO);
    }

    /** A clock that shows another time than others. */
    public VirtualTime(Duration skew) {
        this.skew = skew;
    }

    @Override
    public synchronized Instant instant() {
        return Instant.parse("2026-01-01T00:00:00Z").plus(skew).plusNanos(nanos);
    }

    @Override
    public synchronized long nanos() {
        return nanos;
    }

    @Override
    public synchronized void sleep(Duration duration) {
        sleeps.add(duration);
        nanos += duration.toNanos();
    }

    public synchronized void pass(Duration duration) {
        nanos += duration.toNanos();
    }

    public synchronized List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }
}
