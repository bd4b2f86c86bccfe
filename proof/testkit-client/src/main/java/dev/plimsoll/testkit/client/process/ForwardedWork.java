package dev.plimsoll.testkit.client.process;

import java.util.List;
import java.util.Map;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What the operator under test has been given to do and has not done; the process of the cluster asks for it. */
public final class ForwardedWork {
    /** A handler that takes longer than this follows a log or the like, and is not waited for. */
    private static final long LONGEST_HANDLER = TimeUnit.SECONDS.toNanos(10);

    private final AtomicLong unfinished = new AtomicLong();
    private final AtomicLong handedOver = new AtomicLong();
    /** When handlers of the clients that tests are given were handed over. */
    private final Map<Object, Long> handlers = new ConcurrentHashMap<>();

    private volatile boolean isUsed;

    /** Whether anybody gave something to do. */
    public boolean isUsed() {
        return isUsed;
    }

    public List<String> message() {
        var handed = handedOver.get(); // first: what is handed over after this look is seen by the next
        var now = System.nanoTime();
        var open = handlers.values().stream()
                .filter(since -> now - since < LONGEST_HANDLER)
                .count();
        return List.of(Long.toString(handed), Long.toString(unfinished.get() + open));
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
            handedOver.incrementAndGet();
            unfinished.incrementAndGet();
            try {
                executor.execute(() -> {
                    try {
                        task.run();
                    } finally {
                        unfinished.decrementAndGet();
                    }
                });
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
