package dev.plimsoll.simulation.faults;

import dev.plimsoll.store.Delivery;
import dev.plimsoll.store.Entry;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.StoreEvent;
import dev.plimsoll.store.Watch;
import dev.plimsoll.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What all API servers write to. It outlives them, and never forgets. */
final class SharedStore {
    private final MemoryStore store = new MemoryStore();
    private final Watch tail;
    private final Set<Thread> followers = new LinkedHashSet<>();
    private final List<Consumer<StoreEvent>> listeners = new ArrayList<>();

    SharedStore(List<Entry> first) {
        for (var entry : first) store.create(entry.key(), entry.value());
        tail = store.watch("", store.revision());
    }

    MemoryStore inner() {
        return store;
    }

    /** Hears of each write before anybody else does. */
    void listen(Consumer<StoreEvent> listener) {
        listeners.add(listener);
    }

    /** Is woken with each write. */
    void follow(Thread follower) {
        followers.add(follower);
    }

    void unfollow(Thread follower) {
        followers.remove(follower);
    }

    <T> T write(Supplier<T> write) {
        var outcome = write.get();
        tell();
        return outcome;
    }

    private void tell() {
        try {
            while (tail.next(Duration.ZERO) instanceof Delivery.Events(var events, var _))
                for (var event : events) for (var listener : listeners) listener.accept(event);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("nobody waits here", e);
        }
        for (var follower : List.copyOf(followers)) LockSupport.unpark(follower);
    }

    List<Entry> all(String prefix) {
        return store.list(Range.of(prefix)) instanceof RangeResult.Page page ? page.entries() : List.of();
    }

    void close() {
        store.close();
    }
}
