package dev.plimsoll.core.estimation.usage;

import java.util.Arrays;

/**
 * What one container used over time: samples in the order of time. Sixteen bytes for each, so that a week of a whole cluster fits into
 * memory.
 */
public final class UsageSeries {
    /**
     * Whose use it is.
     *
     * @param namespace empty where the recording does not say
     * @param workload empty where the recording does not say
     */
    public record Id(String namespace, String workload, String pod, String container) implements Comparable<Id> {
        @Override
        public int compareTo(Id other) {
            var order = namespace.compareTo(other.namespace);
            if (order == 0) order = workload.compareTo(other.workload);
            if (order == 0) order = pod.compareTo(other.pod);
            return order == 0 ? container.compareTo(other.container) : order;
        }
    }

    private final Id id;
    private final long origin;
    private final int[] offsets;
    private final int[] milliCores;
    private final long[] bytes;

    UsageSeries(Id id, long origin, int[] offsets, int[] milliCores, long[] bytes) {
        this.id = id;
        this.origin = origin;
        this.offsets = offsets;
        this.milliCores = milliCores;
        this.bytes = bytes;
    }

    public Id id() {
        return id;
    }

    /** How many samples there are; at least one. */
    public int size() {
        return offsets.length;
    }

    /** Milliseconds since 1970, to the second. */
    public long time(int sample) {
        return origin + offsets[sample] * 1000L;
    }

    public long milliCores(int sample) {
        return milliCores[sample];
    }

    public long bytes(int sample) {
        return bytes[sample];
    }

    /** The last sample at a time or before it; -1 where there is none. */
    public int lastAt(long time) {
        var seconds = Math.floorDiv(time - origin, 1000L);
        if (seconds < offsets[0]) return -1;
        if (seconds >= offsets[offsets.length - 1]) return offsets.length - 1;
        var found = Arrays.binarySearch(offsets, (int) seconds);
        return found >= 0 ? found : -found - 2;
    }
}
