package dev.plimsoll.apiserver.storage;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.store.StoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Removes events that were not written for a while. It remembers since when it knows each version of an event: one that is
 * written again lives anew, and after a restart of the server every event has its full time.
 */
public final class EventSweeper implements AutoCloseable {
    private final Registry registry;
    private final List<Kind> kinds;
    private final Duration ttl;
    private final LongSupplier nanos;
    private final Consumer<Throwable> troubles;
    private final CountDownLatch closed = new CountDownLatch(1);
    private Map<StoredObject, Long> known = new HashMap<>();

    EventSweeper(Registry registry, List<Kind> kinds, Duration ttl, LongSupplier nanos, Consumer<Throwable> troubles) {
        this.registry = registry;
        this.kinds = List.copyOf(kinds);
        this.ttl = ttl;
        this.nanos = nanos;
        this.troubles = troubles;
    }

    public static EventSweeper started(
            Registry registry, List<Kind> kinds, Duration ttl, Consumer<Throwable> troubles) {
        var sweeper = new EventSweeper(registry, kinds, ttl, System::nanoTime, troubles);
        ComponentThreads.named("event-sweeper").start(sweeper::run);
        return sweeper;
    }

    private void run() {
        var interval = Math.clamp(ttl.toNanos() / 10, 10_000_000L, 60_000_000_000L);
        try {
            while (!closed.await(interval, TimeUnit.NANOSECONDS)) runOnce();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** One turn. A store that cannot answer now is asked again at the next. */
    void runOnce() {
        try {
            sweep();
        } catch (StoreException | RefusedException trouble) {
            if (!registry.isClosed()) troubles.accept(trouble);
        }
    }

    private void sweep() {
        var now = nanos.getAsLong();
        var still = new HashMap<StoredObject, Long>();
        for (var kind : kinds) {
            for (var candidate : registry.cached(kind, "").objects()) {
                var event = candidate.object();
                var since = known.getOrDefault(event, now);
                // Overtaken means that it was written again, and so lives on.
                if (now - since >= ttl.toNanos()) registry.delete(event);
                else still.put(event, since);
            }
        }
        known = still;
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
