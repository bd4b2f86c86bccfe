package dev.plimsoll.codec.node;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The entries of a checkpoint as they were written the last time: of many pods on a node one changes at a time, and only that one is
 * written anew. It belongs to one file.
 *
 * @param <T> what the file has of a pod
 */
public final class EncodedPods<T> {
    private final Map<String, Encoded<T>> known = new HashMap<>();

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Encoded<T>(T entry, Object resources, byte[] bytes) {}

    /**
     * The entry of a pod.
     *
     * @param resources of the entry: equal amounts may be spelled in different ways, so that others count as a change
     */
    @SuppressWarnings("ReferenceEquality")
    byte[] bytes(String uid, T entry, Object resources, Function<T, byte[]> encoding) {
        var before = known.get(uid);
        if (before != null && before.resources() == resources && before.entry().equals(entry)) return before.bytes();
        var bytes = encoding.apply(entry);
        known.put(uid, new Encoded<>(entry, resources, bytes));
        return bytes;
    }

    void retain(Set<String> uids) {
        if (known.size() > uids.size()) known.keySet().retainAll(uids);
    }
}
