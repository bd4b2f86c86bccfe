package dev.plimsoll.simulation.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * All threads of a simulated cluster, on the one thread that calls {@link #runOne}. Which of those that could go on goes on next, the
 * seed decides. Time stands still until it is moved.
 *
 * <p>Shipped code waits with {@code LockSupport.park} and what is built on it, so its threads stop and go on exactly there. Waits that
 * end after some time of the machine do not end by themselves here: only {@link SimulatedTime} has an end.
 */
final class SimulatedThreads {
    /**
     * Time moves in whole milliseconds. A thread that waits for less than the machine needs to begin a wait finds it over, looks at a time
     * that has not moved, and waits again, for ever.
     */
    private static final long TICK = 1_000_000;

    private final SplittableRandom order;
    private final Consumer<String> defects;
    private final Thread carrier = Thread.currentThread();
    private final List<Ready> ready = new ArrayList<>();
    private final PriorityQueue<Sleeper> sleepers =
            new PriorityQueue<>(Comparator.comparingLong(Sleeper::due).thenComparingLong(Sleeper::number));
    private final List<SimulatedProcess> processes = new ArrayList<>();
    /** Woken by a thread of the machine: where that happens, a run cannot be repeated. */
    private final ConcurrentLinkedQueue<Ready> foreign = new ConcurrentLinkedQueue<>();

    private final AtomicInteger foreignWakeups = new AtomicInteger();
    private long nanos;
    private long numbers;
    private long steps;
    private long digest = 1;

    SimulatedThreads(SplittableRandom order, Consumer<String> defects) {
        this.order = order;
        this.defects = defects;
    }

    /** A thread that can go on. */
    private record Ready(SimulatedProcess process, Runnable continuation) {}

    private record Sleeper(long due, long number, Thread thread, SimulatedProcess process) {}

    SimulatedProcess process(String name) {
        var process = new SimulatedProcess(name, this);
        processes.add(process);
        return process;
    }

    void ended(SimulatedProcess process) {
        processes.remove(process);
        ready.removeIf(each -> each.process() == process);
        sleepers.removeIf(each -> each.process() == process);
    }

    void ready(SimulatedProcess process, Runnable continuation) {
        var current = Thread.currentThread();
        if (!current.isVirtual() && !current.equals(carrier)) {
            foreignWakeups.incrementAndGet();
            foreign.add(new Ready(process, continuation));
            return;
        }
        if (process.isAlive()) ready.add(new Ready(process, continuation));
    }

    /** Lets one thread run until it waits; false if none can. */
    boolean runOne() {
        for (var late = foreign.poll(); late != null; late = foreign.poll())
            if (late.process().isAlive()) ready.add(late);
        if (ready.isEmpty()) return false;
        var index = order.nextInt(ready.size());
        note(ready.size() * 31L + index);
        var chosen = ready.get(index);
        var last = ready.removeLast();
        if (index < ready.size()) ready.set(index, last);
        steps++;
        chosen.continuation().run();
        return true;
    }

    /** Moves time to the next moment at which somebody wants to wake, but no further than this; false if that is reached. */
    boolean advance(long noFurther) {
        var next = sleepers.peek();
        var due = next == null ? noFurther : Math.min(next.due(), noFurther);
        if (due <= nanos && next == null) return false;
        move(Math.max(due, nanos));
        return nanos < noFurther || (next != null && next.due() <= noFurther);
    }

    void move(long to) {
        nanos = Math.ceilDiv(to, TICK) * TICK;
        note(nanos);
        while (!sleepers.isEmpty() && sleepers.peek().due() <= nanos)
            LockSupport.unpark(sleepers.poll().thread());
        for (var process : List.copyOf(processes)) process.time().moved();
    }

    void sleep(SimulatedProcess process, long duration) throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        var sleeper = new Sleeper(nanos + Math.max(0, duration), numbers++, Thread.currentThread(), process);
        sleepers.add(sleeper);
        while (nanos < sleeper.due()) {
            LockSupport.park(this);
            if (Thread.interrupted()) {
                sleepers.remove(sleeper);
                throw new InterruptedException();
            }
        }
    }

    long nanos() {
        return nanos;
    }

    /** Makes something part of what two runs of one seed have in common. */
    void note(long what) {
        digest = (digest ^ what) * 0x9E3779B97F4A7C15L;
        digest ^= digest >>> 29;
    }

    long digest() {
        return digest;
    }

    /** How often a thread went on. */
    long steps() {
        return steps;
    }

    /** How often a thread was woken by something that is not part of the simulation. */
    int foreignWakeups() {
        return foreignWakeups.get();
    }

    void defect(String what) {
        defects.accept(what);
    }
}
