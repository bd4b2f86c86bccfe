package dev.plimsoll.simulation.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A program of the cluster, whose processes come and go. */
abstract class Part {
    private static final long RECENT = 30_000_000_000L;

    private final String name;
    private final SimulatedThreads threads;
    private @Nullable SimulatedProcess process;
    private int starts;
    private Duration clockError = Duration.ZERO;
    private Duration clockErrorBefore = Duration.ZERO;
    private long jumpedAt;

    Part(String name, SimulatedThreads threads) {
        this.name = name;
        this.threads = threads;
    }

    final String name() {
        return name;
    }

    final boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** The one that runs now, or ran last. */
    final @Nullable SimulatedProcess process() {
        return process;
    }

    final void start() {
        if (isAlive()) return;
        var begun = threads.process(name + "." + starts++);
        process = begun;
        begun.time().jump(clockError);
        begun.start("main", () -> run(begun));
    }

    final void kill() {
        if (process != null) process.kill();
    }

    /** The clock of its machine is wrong by so much from now on, whoever runs on it. */
    final void jump(Duration error) {
        clockErrorBefore = clockError;
        jumpedAt = threads.nanos();
        clockError = error;
        if (process != null) process.time().jump(error);
    }

    /** The times that its clock has shown in the last seconds, the earlier one first. */
    final List<Instant> clock() {
        var now = SimulatedTime.START.plusNanos(threads.nanos());
        var before = threads.nanos() - jumpedAt < RECENT ? clockErrorBefore : clockError;
        return Stream.of(now.plus(clockError), now.plus(before)).sorted().toList();
    }

    /** How often it was started. */
    final int starts() {
        return starts;
    }

    /** The beginning of a process, on its first thread. */
    abstract void run(SimulatedProcess begun);
}
