package dev.plimsoll.benchmarks.endurance;

import java.util.Arrays;
import java.util.Locale;

/** Times that resizes took, all of them. */
final class Latencies {
    private long[] nanos = new long[1024];
    private int count;

    synchronized void add(long time) {
        if (count == nanos.length) nanos = Arrays.copyOf(nanos, 2 * count);
        nanos[count++] = time;
    }

    @Override
    public synchronized String toString() {
        if (count == 0) return "none";
        var sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT,
                "p50 %.1f ms, p99 %.1f ms, longest %.1f ms",
                sorted[count / 2] / 1e6,
                sorted[(int) Math.min(count - 1L, count * 99L / 100)] / 1e6,
                sorted[count - 1] / 1e6);
    }
}
