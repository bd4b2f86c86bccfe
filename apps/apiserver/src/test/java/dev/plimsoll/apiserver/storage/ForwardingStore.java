package dev.plimsoll.apiserver.storage;

import dev.plimsoll.store.Compaction;
import dev.plimsoll.store.CreateOutcome;
import dev.plimsoll.store.FencingKey;
import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.Watch;
import dev.plimsoll.store.WriteOutcome;

/** Another store under a test's eyes. */
public abstract class ForwardingStore implements Store {
    private final Store store;

    protected ForwardingStore(Store store) {
        this.store = store;
    }

    @Override
    public RangeResult list(Range range) {
        return store.list(range);
    }

    @Override
    public long revision() {
        return store.revision();
    }

    @Override
    public Lookup.Settled get(String key) {
        return store.get(key);
    }

    @Override
    public Lookup get(String key, long revision) {
        return store.get(key, revision);
    }

    @Override
    public long count(String prefix) {
        return store.count(prefix);
    }

    @Override
    public CreateOutcome create(String key, byte[] value) {
        return store.create(key, value);
    }

    @Override
    public WriteOutcome replace(String key, byte[] value, long expected) {
        return store.replace(key, value, expected);
    }

    @Override
    public WriteOutcome replace(String key, byte[] value, long expected, FencingKey fencingKey) {
        return store.replace(key, value, expected, fencingKey);
    }

    @Override
    public WriteOutcome delete(String key, long expected) {
        return store.delete(key, expected);
    }

    @Override
    public Watch watch(String prefix, long after) {
        return store.watch(prefix, after);
    }

    @Override
    public Compaction compact(long revision) {
        return store.compact(revision);
    }

    @Override
    public void close() {
        store.close();
    }
}
