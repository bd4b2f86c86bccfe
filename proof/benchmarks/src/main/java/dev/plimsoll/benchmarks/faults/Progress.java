package dev.plimsoll.benchmarks.faults;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** When work of one kind went on. */
final class Progress {
    private final ConcurrentLinkedQueue<Long> moments = new ConcurrentLinkedQueue<>();

    private volatile @Nullable Long last;

    void made() {
        var now = System.nanoTime();
        moments.add(now);
        last = now;
    }

    int count() {
        return moments.size();
    }

    boolean isMadeSince(long nanos) {
        var newest = last;
        return newest != null && newest - nanos >= 0;
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
