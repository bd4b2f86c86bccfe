package dev.plimsoll.store.embedded;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** Values by their revision: the ones used last, up to a weight. A revision's value never changes, so nothing goes stale. */
final class ValueCache {
    private static final int OVERHEAD = 96;

    private final long mostBytes;

    @GuardedBy("this")
    private final LinkedHashMap<Long, byte[]> values = new LinkedHashMap<>(16, 0.75f, true);

    @GuardedBy("this")
    private long bytes;

    ValueCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    synchronized byte @Nullable [] get(long revision) {
        return values.get(revision);
    }

    synchronized void put(long revision, byte[] value) {
        if (value.length + OVERHEAD > mostBytes || values.put(revision, value) != null) return;
        bytes += value.length + OVERHEAD;
        var eldest = values.entrySet().iterator();
        while (bytes > mostBytes) {
            bytes -= eldest.next().getValue().length + OVERHEAD;
            eldest.remove();
        }
    }
}
