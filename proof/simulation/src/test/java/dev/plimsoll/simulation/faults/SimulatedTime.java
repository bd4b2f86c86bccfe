package dev.plimsoll.simulation.faults;

import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The time of one process. Its clock may be wrong, and jump; what it counts with is right. */
final class SimulatedTime implements Time {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final SimulatedProcess process;
    private final SimulatedThreads threads;
    private final List<Runnable> listeners = new ArrayList<>();
    private Duration error = Duration.ZERO;
    private @Nullable Thread ticker;
    private boolean hasMoved;

    SimulatedTime(SimulatedProcess process, SimulatedThreads threads) {
        this.process = process;
        this.threads = threads;
    }

    /** How much the clock of the machine is wrong from now on. */
    void jump(Duration changed) {
        error = changed;
    }

    @Override
    public Instant instant() {
        return START.plusNanos(threads.nanos()).plus(error);
    }

    @Override
    public long nanos() {
        return threads.nanos();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        threads.sleep(process, duration.toNanos());
    }

    @Override
    public Runnable whenMoved(Runnable look) {
        listeners.add(look);
        if (ticker == null) ticker = process.start("clock", this::tick);
        return () -> listeners.remove(look);
    }

    /** On a thread of the process, so that what listeners start is its own. */
    private void tick() {
        while (true) {
            while (!hasMoved) LockSupport.park(this);
            hasMoved = false;
            for (var listener : List.copyOf(listeners)) listener.run();
        }
    }

    void moved() {
        if (ticker == null || listeners.isEmpty()) return;
        hasMoved = true;
        LockSupport.unpark(ticker);
    }
}
