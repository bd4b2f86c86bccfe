package dev.plimsoll.apiserver.storage;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Objects that this server has just written. Its cache hears of a write a moment later and need not read the bytes again for it.
 *
 * <p>Found by the array that was handed to the store: a store that hands out other bytes finds nothing here, which costs only time.
 */
final class RecentWrites {
    /** The cache is rarely further behind; what it did not ask for is forgotten. */
    private static final int MOST = 512;

    private final Map<Bytes, RecentWrite> writes = new ConcurrentHashMap<>();
    private final Queue<Bytes> order = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    /** Arrays are the same if they are one. */
    private static final class Bytes {
        private final byte[] array;

        Bytes(byte[] array) {
            this.array = array;
        }

        @Override
        @SuppressWarnings(
                "ReferenceEquality") // that is the point: comparing the contents would cost as much as reading them
        public boolean equals(Object other) {
            return other instanceof Bytes that && array == that.array;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(array);
        }
    }

    void note(byte[] bytes, RecentWrite write) {
        var key = new Bytes(bytes);
        writes.put(key, write);
        order.add(key);
        if (count.incrementAndGet() <= MOST) return;
        count.decrementAndGet();
        var eldest = order.poll();
        if (eldest != null) writes.remove(eldest);
    }

    /** Null if it is not known, or was asked for before. */
    @Nullable
    RecentWrite take(byte[] bytes) {
        return writes.isEmpty() ? null : writes.remove(new Bytes(bytes));
    }
}
