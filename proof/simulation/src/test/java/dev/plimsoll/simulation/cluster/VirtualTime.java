package dev.plimsoll.simulation.cluster;

import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Stands still until it is moved. Nobody sleeps in it: in one thread that would be for ever. */
final class VirtualTime implements Time {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<Runnable> listeners = new ArrayList<>();
    private long nanos;

    @Override
    public Instant instant() {
        return START.plusNanos(nanos);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public void sleep(Duration duration) {
        throw new IllegalStateException("somebody sleeps for " + duration + " in a simulation of one thread");
    }

    @Override
    public Runnable whenMoved(Runnable look) {
        listeners.add(look);
        return () -> listeners.remove(look);
    }

    void pass(Duration time) {
        nanos += time.toNanos();
        for (var listener : List.copyOf(listeners)) listener.run();
    }
}
