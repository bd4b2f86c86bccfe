package dev.plimsoll.simulation.faults;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A process: its threads are virtual ones, and those that they start are its own too. Killed, none of them ever goes on; nothing of
 * it is told, no {@code finally} runs.
 *
 * <p>The JDK asks a scheduler that is a pool, and no other, to wake threads after a time. This one never does: the time of the machine
 * has no place here.
 */
final class SimulatedProcess extends ForkJoinPool {
    private static final MethodHandle NEW_THREAD = newThread();
    private static final ScheduledFuture<?> NEVER = new Never();

    private final String name;
    private final SimulatedThreads threads;
    private final SimulatedTime time;
    private final List<Runnable> lastWords = new ArrayList<>();
    private boolean isAlive = true;
    private int effectsLeft = -1;

    SimulatedProcess(String name, SimulatedThreads threads) {
        super(1, defaultForkJoinWorkerThreadFactory, null, true, 0, 1, 1, null, 1, TimeUnit.SECONDS);
        this.name = name;
        this.threads = threads;
        this.time = new SimulatedTime(this, threads);
    }

    private static MethodHandle newThread() {
        try {
            var builders = Class.forName("java.lang.ThreadBuilders");
            return MethodHandles.privateLookupIn(builders, MethodHandles.lookup())
                    .findStatic(
                            builders,
                            "newVirtualThread",
                            MethodType.methodType(
                                    Thread.class, Executor.class, String.class, int.class, Runnable.class));
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException("run with --add-opens java.base/java.lang=ALL-UNNAMED", missing);
        }
    }

    String name() {
        return name;
    }

    SimulatedTime time() {
        return time;
    }

    boolean isAlive() {
        return isAlive;
    }

    Thread start(String what, Runnable work) {
        try {
            var thread = (Thread) NEW_THREAD.invokeExact((Executor) this, name + "-" + what, 0, work);
            thread.start();
            return thread;
        } catch (Throwable failure) {
            throw new IllegalStateException("no thread for " + name, failure);
        }
    }

    @Override
    public void execute(Runnable continuation) {
        threads.ready(this, continuation);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return NEVER;
    }

    /** Has something done when the process is killed: what the machine or the network does about it. */
    void whenKilled(Runnable action) {
        lastWords.add(action);
    }

    void kill() {
        if (!isAlive) return;
        isAlive = false;
        threads.ended(this);
        for (var action : List.copyOf(lastWords)) action.run();
    }

    /** Dies at one of its next effects on the world, counted twice: before and after. */
    void dieAfter(int effects) {
        effectsLeft = effects;
    }

    /** An effect on the world is about to happen, or has happened. */
    void effect() {
        if (effectsLeft < 0 || effectsLeft-- > 0) return;
        end();
    }

    /** Called by one of its own threads: does not return. */
    void end() {
        kill();
        while (true) LockSupport.park(this);
    }

    private static final class Never implements ScheduledFuture<Object> {
        @Override
        public long getDelay(TimeUnit unit) {
            return Long.MAX_VALUE;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            return false;
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public boolean isDone() {
            return true;
        }

        @Override
        public Object get() {
            throw new IllegalStateException("never");
        }

        @Override
        public Object get(long timeout, TimeUnit unit) {
            throw new IllegalStateException("never");
        }
    }
}
