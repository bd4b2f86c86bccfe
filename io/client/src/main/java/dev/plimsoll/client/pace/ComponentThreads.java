package dev.plimsoll.client.pace;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The virtual threads of the components of one cluster. Whoever moves the cluster's time asks whether any of them has work.
 *
 * <p>A thread belongs to the cluster of the thread that started it. A component outside of such a cluster starts its threads in the
 * same way, and nothing is kept of them.
 *
 * <p>Only virtual threads can be asked: one that was woken says so from that moment on, while a platform thread says so when the
 * machine has found time to run it.
 */
public final class ComponentThreads {
    private static final InheritableThreadLocal<@Nullable ComponentThreads> OWNER = new InheritableThreadLocal<>();
    private static final int FRAMES = 12;

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    /** Answers that come over a network, for which a thread waits. */
    private final AtomicLong pending = new AtomicLong();
    /** How many answers were waited for until now. */
    private final AtomicLong awaited = new AtomicLong();
    /** Grows with every thread that is started and every {@link #handOver}. */
    private final AtomicLong handOvers = new AtomicLong();

    /** From now until it is closed, threads that this thread starts belong to this cluster; and those that they start. */
    public Scope own() {
        var before = OWNER.get();
        OWNER.set(this);
        return () -> {
            if (before == null) OWNER.remove();
            else OWNER.set(before);
        };
    }

    /** A stretch of what a thread does. */
    public interface Scope extends AutoCloseable {
        @Override
        void close();
    }

    /** Whether the threads of the caller belong to a cluster that asks for their work. */
    public static boolean isOwned() {
        return OWNER.get() != null;
    }

    /** A virtual thread of this name. */
    public static Named named(String name) {
        return new Named(OWNER.get(), task -> Thread.ofVirtual().name(name).unstarted(task));
    }

    /** Virtual threads of this name, numbered from {@code first}. */
    public static Named named(String prefix, long first) {
        return new Named(OWNER.get(), Thread.ofVirtual().name(prefix, first).factory());
    }

    /** Tells that another thread has been given work, in the moment before it is. */
    public static void handOver() {
        var owner = OWNER.get();
        if (owner != null) owner.handOvers.incrementAndGet();
    }

    /** From now until it is closed this thread waits for an answer over a network, and counts as being at work. */
    public static Scope pendingAnswer() {
        var owner = OWNER.get();
        if (owner == null) return () -> {};
        owner.awaited.incrementAndGet();
        owner.pending.incrementAndGet();
        return () -> {
            owner.handOvers.incrementAndGet();
            owner.pending.decrementAndGet();
        };
    }

    /** Makes threads of one name. All belong to whom the one belonged who asked for this. */
    public static final class Named {
        private final @Nullable ComponentThreads ownerOrNull;
        private final ThreadFactory plain;

        private Named(@Nullable ComponentThreads ownerOrNull, ThreadFactory plain) {
            this.ownerOrNull = ownerOrNull;
            this.plain = plain;
        }

        public Thread start(Runnable task) {
            var thread = unstarted(task);
            thread.start();
            return thread;
        }

        public Thread unstarted(Runnable task) {
            return ownerOrNull == null ? plain.newThread(task) : ownerOrNull.kept(plain, task);
        }

        public ThreadFactory factory() {
            return this::unstarted;
        }
    }

    private Thread kept(ThreadFactory plain, Runnable task) {
        var thread = plain.newThread(() -> {
            OWNER.set(this);
            try {
                task.run();
            } finally {
                threads.remove(Thread.currentThread());
            }
        });
        handOvers.incrementAndGet();
        threads.add(thread);
        return thread;
    }

    /**
     * Whether no thread has work. All were waiting at one moment: each is looked at twice, in both orders, and nobody was given work
     * meanwhile.
     */
    public boolean isAtRest() {
        var before = handOvers.get();
        if (pending.get() > 0) return false;
        var all = threads.toArray(Thread[]::new);
        for (var thread : all) if (isAtWork(thread)) return false;
        for (var thread : Arrays.asList(all).reversed()) if (isAtWork(thread)) return false;
        return pending.get() == 0 && handOvers.get() == before;
    }

    /** A thread that waits for a monitor is about to get it. */
    private static boolean isAtWork(Thread thread) {
        var state = thread.getState();
        return (state == Thread.State.RUNNABLE || state == Thread.State.BLOCKED)
                && !thread.equals(Thread.currentThread());
    }

    /** Grows with everything that was sent over a network, or received from one in pieces. */
    public long networkWrites() {
        return awaited.get();
    }

    /** Who is at work and where, for people. */
    public List<String> atWork() {
        var busy = threads.stream()
                .filter(ComponentThreads::isAtWork)
                .map(thread -> thread.getName() + " at "
                        + Arrays.stream(thread.getStackTrace()).limit(FRAMES).toList());
        var unanswered = pending.get();
        return Stream.concat(
                        busy, unanswered == 0 ? Stream.empty() : Stream.of(unanswered + " answers over the network"))
                .toList();
    }
}
