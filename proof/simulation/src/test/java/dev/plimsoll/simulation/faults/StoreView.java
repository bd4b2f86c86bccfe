package dev.plimsoll.simulation.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.store.Compaction;
import dev.plimsoll.store.CreateOutcome;
import dev.plimsoll.store.FencingKey;
import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.Watch;
import dev.plimsoll.store.WriteOutcome;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.Supplier;

/** The store as one process of an API server sees it, with all that can happen between the two. */
final class StoreView implements Store {
    private static final WriteOutcome.Uncertain UNCERTAIN = new WriteOutcome.Uncertain("the answer was lost");

    private final SharedStore shared;
    private final Store store;
    private final SimulatedProcess process;
    private final Faults faults;
    private final BuiltInMistake mistake;

    StoreView(SharedStore shared, Store store, SimulatedProcess process, Faults faults, BuiltInMistake mistake) {
        this.shared = shared;
        this.store = store;
        this.process = process;
        this.faults = faults;
        this.mistake = mistake;
    }

    @SuppressWarnings("ThreadPriorityCheck") // the order of threads is the seed's
    private <T> T read(Supplier<T> read) {
        // Others may have their turn: whoever reads and then writes must find out.
        if (faults.upTo(4) == 0) Thread.yield();
        if (faults.happens(FaultKind.STORE_UNREADABLE, 250, process.name()))
            throw new StoreException(StoreProblem.UNAVAILABLE, "the store does not answer");
        var found = read.get();
        shared.tell(); // of what others have written, and not been answered yet
        return found;
    }

    /** @param failed makes an outcome of any kind of write one of this kind */
    private <T extends WriteOutcome> T written(String key, Supplier<T> write, Function<CreateOutcome, T> failed) {
        if (mistake == BuiltInMistake.WRITE_IS_NOT_MADE && key.contains("/pods/") && faults.upTo(12) == 0)
            return failed.apply(new WriteOutcome.Written(store.revision() + 1));
        process.effect();
        if (faults.happens(FaultKind.STORE_REFUSES, 100, key))
            return failed.apply(
                    faults.upTo(2) == 0
                            ? new WriteOutcome.NotWritten(StoreProblem.OUT_OF_SPACE, "no space left")
                            : new WriteOutcome.NotWritten(StoreProblem.UNAVAILABLE, "the store does not answer"));
        var isUncertain = faults.happens(FaultKind.STORE_UNCERTAIN, 100, key);
        if (isUncertain && faults.upTo(2) == 0) return failed.apply(UNCERTAIN);
        var outcome = shared.write(write);
        process.effect();
        return isUncertain ? failed.apply(UNCERTAIN) : outcome;
    }

    @Override
    public long revision() {
        return read(store::revision);
    }

    @Override
    public Lookup.Settled get(String key) {
        return read(() -> store.get(key));
    }

    @Override
    public Lookup get(String key, long revision) {
        return read(() -> store.get(key, revision));
    }

    @Override
    public RangeResult list(Range range) {
        return read(() -> store.list(range));
    }

    @Override
    public long count(String prefix) {
        return read(() -> store.count(prefix));
    }

    @Override
    public CreateOutcome create(String key, byte[] value) {
        return written(key, () -> store.create(key, mistaken(key, value)), failure -> failure);
    }

    @Override
    public WriteOutcome replace(String key, byte[] value, long expected) {
        return written(key, () -> store.replace(key, mistaken(key, value), expected), failure -> failure);
    }

    private byte[] mistaken(String key, byte[] value) {
        if (mistake == BuiltInMistake.IDENTITY_CHANGES && key.startsWith(StoredObjects.PODS) && faults.upTo(20) == 0) {
            var pod = StoredObjects.read(key, value);
            ((ObjectNode) pod.path("metadata")).put("uid", "another");
            return pod.toString().getBytes(StandardCharsets.UTF_8);
        }
        return value;
    }

    @Override
    public WriteOutcome replace(String key, byte[] value, long expected, FencingKey fencingKey) {
        return written(key, () -> store.replace(key, value, expected, fencingKey), failure -> failure);
    }

    @Override
    public WriteOutcome delete(String key, long expected) {
        return written(key, () -> store.delete(key, expected), failure -> failure);
    }

    @Override
    public Watch watch(String prefix, long after) {
        return read(() -> new StoreFollower(shared, store.watch(prefix, after), prefix, process, faults, mistake));
    }

    @Override
    public Compaction compact(long revision) {
        return store.compact(revision);
    }

    @Override
    public void close() {
        // The store outlives its servers.
    }
}
