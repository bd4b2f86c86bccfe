package dev.plimsoll.simulation.faults;

import dev.plimsoll.store.Compaction;
import dev.plimsoll.store.Delivery;
import dev.plimsoll.store.Entry;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreEvent;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.Watch;
import dev.plimsoll.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What all API servers write to. In memory it outlives them; on a disk it is opened by the one server that there is, again and again. */
final class SharedStore {
    private final @Nullable StoreDisk disk;
    private final Consumer<String> violations;
    private final Set<Thread> followers = new LinkedHashSet<>();
    private final List<Consumer<StoreEvent>> listeners = new ArrayList<>();
    /** What a store on a disk must have when it is opened again. */
    private final Map<String, byte[]> content = new TreeMap<>();

    private @Nullable Store store;
    private @Nullable Watch tail;
    private long told;
    private boolean isObserving;

    /** In memory. */
    SharedStore(List<Entry> first) {
        var memory = new MemoryStore();
        for (var entry : first) memory.create(entry.key(), entry.value());
        this.disk = null;
        this.violations = _ -> {};
        this.store = memory;
        this.told = memory.revision();
        this.tail = memory.watch("", told);
    }

    /** On a disk, with the objects of the template. */
    SharedStore(Faults faults, SplittableRandom random, BuiltInMistake mistake, Consumer<String> violations) {
        for (var entry : StoreTemplate.entries()) content.put(entry.key(), entry.value());
        this.violations = violations;
        this.told = StoreDisk.firstRevision(StoreTemplate.entries());
        this.disk = new StoreDisk(this, faults, random, mistake, violations);
    }

    /** The store for a process of a server, which on a disk has it alone. */
    Store open(SimulatedProcess begun) {
        if (disk == null) {
            if (store == null) throw new IllegalStateException("closed");
            return store;
        }
        var opened = disk.open(begun);
        isObserving = true;
        try {
            if (opened.revision() < told)
                violations.accept("acknowledged: the store is at " + opened.revision() + " and had told of " + told);
            else {
                tail = opened.watch("", told);
                tell();
                compare(opened);
            }
        } finally {
            isObserving = false;
        }
        store = opened;
        return opened;
    }

    private void compare(Store opened) {
        var entries = entries(opened, "");
        var isSame = entries.size() == content.size();
        for (var entry : entries) isSame &= Arrays.equals(entry.value(), content.get(entry.key()));
        if (!isSame) violations.accept("acknowledged: the store has not what it had when its server died");
    }

    /** Whether what is read now is read by the simulation itself. */
    boolean isObserving() {
        return isObserving;
    }

    /** The last write that was seen. */
    long revision() {
        return told;
    }

    boolean isBroken() {
        return disk != null && disk.isBroken();
    }

    void calm() {
        if (disk != null) disk.calm();
    }

    /** Gives history up, on a thread of the server where it has the store. */
    void compact(long revision, @Nullable SimulatedProcess server) {
        var current = store;
        if (current == null) return;
        if (disk == null) {
            current.compact(revision);
        } else if (server != null && server.isAlive()) server.start("compaction", () -> compacted(current, revision));
    }

    private static @Nullable Compaction compacted(Store current, long revision) {
        try {
            return current.compact(revision);
        } catch (StoreException _) {
            return null; // as a server that tries again some minutes later
        }
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
        for (var follower : List.copyOf(followers)) LockSupport.unpark(follower);
        return outcome;
    }

    /** Tells of what was written since the last time. */
    void tell() {
        var watch = tail;
        if (watch == null) return;
        var wasObserving = isObserving;
        var isInterrupted = Thread.interrupted(); // whoever interrupts does not mean this
        isObserving = true;
        try {
            while (watch.next(Duration.ZERO) instanceof Delivery.Events(var events, var _))
                for (var event : events) told(event);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("nobody waits here", e);
        } finally {
            isObserving = wasObserving;
            if (isInterrupted) Thread.currentThread().interrupt();
        }
    }

    private void told(StoreEvent event) {
        told = event.revision();
        if (disk != null) {
            switch (event) {
                case StoreEvent.Created(var entry) -> content.put(entry.key(), entry.value());
                case StoreEvent.Replaced(var entry, var _) -> content.put(entry.key(), entry.value());
                case StoreEvent.Deleted(var previous, var _) -> content.remove(previous.key());
            }
        }
        for (var listener : listeners) listener.accept(event);
    }

    List<Entry> all(String prefix) {
        return store == null ? List.of() : entries(store, prefix);
    }

    private static List<Entry> entries(Store store, String prefix) {
        return store.list(Range.of(prefix)) instanceof RangeResult.Page page ? page.entries() : List.of();
    }

    void close() {
        if (disk != null) disk.close();
        else if (store != null) store.close();
    }
}
