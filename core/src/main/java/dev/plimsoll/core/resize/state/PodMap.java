package dev.plimsoll.core.resize.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Values by pod uid. A change makes a new map that shares all but one small bucket with the old one, so that a step on a node
 * with many pods costs no more than one on a node with few.
 */
public final class PodMap<V> {
    private static final int BUCKETS = 64;

    private record Entry<V>(String uid, V value) {}

    private final List<List<Entry<V>>> buckets;
    private final int size;

    private PodMap(List<List<Entry<V>>> buckets, int size) {
        this.buckets = buckets;
        this.size = size;
    }

    public static <V> PodMap<V> empty() {
        var buckets = new ArrayList<List<Entry<V>>>(BUCKETS);
        for (var i = 0; i < BUCKETS; i++) buckets.add(List.of());
        return new PodMap<>(buckets, 0);
    }

    private static int bucketOf(String uid) {
        var hash = uid.hashCode();
        return (hash ^ (hash >>> 16) ^ (hash >>> 8)) & (BUCKETS - 1);
    }

    public @Nullable V get(String uid) {
        for (var entry : buckets.get(bucketOf(uid))) {
            if (entry.uid.equals(uid)) return entry.value;
        }
        return null;
    }

    public boolean contains(String uid) {
        return get(uid) != null;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public PodMap<V> with(String uid, V value) {
        var index = bucketOf(uid);
        var before = buckets.get(index);
        var bucket = new ArrayList<Entry<V>>(before.size() + 1);
        var found = false;
        for (var entry : before) {
            if (entry.uid.equals(uid)) {
                bucket.add(new Entry<>(uid, value));
                found = true;
            } else {
                bucket.add(entry);
            }
        }
        if (!found) bucket.add(new Entry<>(uid, value));
        return replaced(index, bucket, found ? size : size + 1);
    }

    public PodMap<V> without(String uid) {
        if (!contains(uid)) return this;
        var index = bucketOf(uid);
        var bucket = new ArrayList<>(buckets.get(index));
        bucket.removeIf(entry -> entry.uid.equals(uid));
        return replaced(index, bucket, size - 1);
    }

    private PodMap<V> replaced(int index, List<Entry<V>> bucket, int changedSize) {
        var changed = new ArrayList<>(buckets);
        changed.set(index, bucket);
        return new PodMap<>(changed, changedSize);
    }

    public void forEach(Consumer<V> action) {
        for (var bucket : buckets) {
            for (var entry : bucket) action.accept(entry.value);
        }
    }

    /** In the order of their uids. */
    public List<V> values() {
        var entries = new ArrayList<Entry<V>>(size);
        for (var bucket : buckets) entries.addAll(bucket);
        entries.sort((one, other) -> one.uid.compareTo(other.uid));
        return entries.stream().map(Entry::value).toList();
    }

    public List<String> uids() {
        var uids = new String[size];
        var next = 0;
        for (var bucket : buckets) {
            for (var entry : bucket) uids[next++] = entry.uid;
        }
        Arrays.sort(uids);
        return List.of(uids);
    }
}
