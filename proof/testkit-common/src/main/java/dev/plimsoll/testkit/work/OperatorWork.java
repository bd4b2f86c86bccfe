package dev.plimsoll.testkit.work;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** What an operator under test has been given to do and has not done. */
public final class OperatorWork {
    /** A handler that takes longer than this follows a log or the like, and is not waited for. */
    private static final long LONGEST_HANDLER = Duration.ofSeconds(10).toNanos();

    private final AtomicLong unfinished = new AtomicLong();
    private final AtomicLong handedOver = new AtomicLong();
    /** When handlers of the client that tests are given were handed over. */
    private final Map<Object, Long> handlers = new ConcurrentHashMap<>();

    /** What an operator in another process has to do. */
    private volatile Supplier<Look> elsewhere = () -> Look.NOTHING;

    private volatile boolean isUsed;

    /** Whether anybody asked for something that counts what is given. */
    public boolean isUsed() {
        return isUsed;
    }

    /**
     * What was seen at one moment.
     *
     * @param handedOver how much was given until now
     * @param unfinished how much of it is not done
     */
    public record Look(long handedOver, long unfinished) {
        public static final Look NOTHING = new Look(0, 0);

        /** Of the message of another process. */
        public static Look of(List<String> message) {
            return new Look(Long.parseLong(message.get(0)), Long.parseLong(message.get(1)));
        }

        public List<String> message() {
            return List.of(Long.toString(handedOver), Long.toString(unfinished));
        }

        public Look plus(Look other) {
            return new Look(handedOver + other.handedOver, unfinished + other.unfinished);
        }
    }

    /** From now on an operator in another process is asked too. */
    public void ask(Supplier<Look> other) {
        elsewhere = other;
    }

    public Look look() {
        var given = handedOver.get(); // first: what is given after this look is seen by the next
        var now = System.nanoTime();
        var open = handlers.values().stream()
                .filter(since -> now - since < LONGEST_HANDLER)
                .count();
        return new Look(given, unfinished.get() + open).plus(elsewhere.get());
    }

    /** Runs the handlers of a client, on daemon threads that end when there is nothing to do. */
    public Executor handlers() {
        isUsed = true;
        var threads = Executors.newCachedThreadPool(task -> {
            var thread = new Thread(task, "plimsoll-handler");
            thread.setDaemon(true);
            return thread;
        });
        return task -> {
            var key = new Object();
            handedOver.incrementAndGet();
            handlers.put(key, System.nanoTime());
            threads.execute(() -> {
                try {
                    task.run();
                } finally {
                    handlers.remove(key);
                }
            });
        };
    }

    private Runnable counted(Runnable task) {
        handedOver.incrementAndGet();
        unfinished.incrementAndGet();
        return () -> {
            try {
                task.run();
            } finally {
                unfinished.decrementAndGet();
            }
        };
    }

    /** Hands tasks on to an executor, and counts them from when they are handed over until they end. */
    public ExecutorService counted(Executor executor) {
        isUsed = true;
        return new Counted(executor);
    }

    private final class Counted extends AbstractExecutorService {
        private final Executor executor;

        Counted(Executor executor) {
            this.executor = executor;
        }

        @Override
        public void execute(Runnable task) {
            var counted = counted(task);
            try {
                executor.execute(counted);
            } catch (RuntimeException e) {
                unfinished.decrementAndGet(); // it will never run
                throw e;
            }
        }

        @Override
        public void shutdown() {
            if (executor instanceof ExecutorService service) service.shutdown();
        }

        @Override
        public List<Runnable> shutdownNow() {
            if (!(executor instanceof ExecutorService service)) return List.of();
            var dropped = service.shutdownNow();
            unfinished.addAndGet(-dropped.size());
            return dropped;
        }

        @Override
        public boolean isShutdown() {
            return executor instanceof ExecutorService service && service.isShutdown();
        }

        @Override
        public boolean isTerminated() {
            return executor instanceof ExecutorService service && service.isTerminated();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            return !(executor instanceof ExecutorService service) || service.awaitTermination(timeout, unit);
        }
    }
}
