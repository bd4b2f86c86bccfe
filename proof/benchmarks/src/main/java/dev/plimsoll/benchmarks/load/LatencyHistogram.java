package dev.plimsoll.benchmarks.load;

import java.util.Map;
import java.util.SortedMap;

/** How long things took, to within two percent. Used by one thread. */
final class LatencyHistogram {
    private static final double STEP = Math.log(1.02);
    private final int[] counts = new int[1400];

    void add(long nanos) {
        counts[Math.min(counts.length - 1, (int) (Math.log((double) Math.max(1, nanos)) / STEP))]++;
    }

    void addTo(Map<Integer, Long> all) {
        for (var i = 0; i < counts.length; i++) {
            if (counts[i] > 0) all.merge(i, (long) counts[i], Long::sum);
        }
    }

    static long quantile(SortedMap<Integer, Long> all, double part) {
        var total = all.values().stream().mapToLong(Long::longValue).sum();
        var left = (long) Math.ceil(total * part);
        for (var entry : all.entrySet()) {
            left -= entry.getValue();
            if (left <= 0) return (long) Math.exp((entry.getKey() + 1) * STEP);
        }
        return 0;
    }
}
