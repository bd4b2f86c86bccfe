package dev.plimsoll.benchmarks.faults;

import java.util.concurrent.ConcurrentLinkedQueue;

/** When work of one kind went on. */
final class Progress {
    private final ConcurrentLinkedQueue<Long> moments = new ConcurrentLinkedQueue<>();

    void made() {
        moments.add(System.nanoTime());
    }

    /** The longest time without progress of which a part is between these two, in seconds. */
    double longestGap(long from, long to) {
        var before = from;
        var longest = 0L;
        for (var moment : moments) {
            if (moment < from) continue;
            if (moment > to) break;
            longest = Math.max(longest, moment - before);
            before = moment;
        }
        return Math.max(longest, to - before) / 1e9;
    }
}
