package dev.plimsoll.core.estimation.replay;

import java.util.ArrayList;
import java.util.List;

/** Values over a time whose end is not known beforehand, in a bounded number of steps: when they run out, two become one. */
final class Timeline {
    static final int STEPS = 480;
    private static final long FIRST_WIDTH = 60_000;

    private final List<Track> tracks = new ArrayList<>();
    private long start = Long.MIN_VALUE;
    private long width = FIRST_WIDTH;
    private long end;

    /** One kind of value. */
    final class Track {
        private final boolean keepsLargest;
        private final double[] values = new double[STEPS];

        private Track(boolean keepsLargest) {
            this.keepsLargest = keepsLargest;
        }

        /** A value that held from one time to another. */
        void held(long from, long to, double value) {
            if (value == 0) return;
            reach(Math.max(from, to - 1));
            for (var at = from; at < to; ) {
                var step = index(at);
                var until = Math.min(to, start + (step + 1) * width);
                values[step] += value * (until - at);
                at = until;
            }
        }

        /** Something that happened, or a value of which the largest counts. */
        void at(long time, double value) {
            reach(time);
            var step = index(time);
            values[step] = keepsLargest ? Math.max(values[step], value) : values[step] + value;
        }

        double value(int step) {
            return values[step];
        }

        /** The average of what held. */
        double mean(int step) {
            var covered = Math.min(width, end - (start + step * width));
            return covered <= 0 ? 0 : values[step] / covered;
        }

        private void fold() {
            for (var i = 0; i < STEPS; i++) {
                var left = 2 * i < STEPS ? values[2 * i] : 0;
                var right = 2 * i + 1 < STEPS ? values[2 * i + 1] : 0;
                values[i] = keepsLargest ? Math.max(left, right) : left + right;
            }
        }
    }

    Track sums() {
        return track(false);
    }

    Track largest() {
        return track(true);
    }

    private Track track(boolean keepsLargest) {
        var track = new Track(keepsLargest);
        tracks.add(track);
        return track;
    }

    /** Makes room for a time; the first one is the beginning. */
    void reach(long time) {
        if (start == Long.MIN_VALUE) start = Math.floorDiv(time, FIRST_WIDTH) * FIRST_WIDTH;
        while (time - start >= STEPS * width) {
            tracks.forEach(Track::fold);
            width *= 2;
        }
    }

    void endAt(long time) {
        end = Math.max(end, time);
    }

    private int index(long time) {
        return Math.clamp((time - start) / width, 0, STEPS - 1);
    }

    long width() {
        return width;
    }

    long start(int step) {
        return start + step * width;
    }

    /** How many steps were reached. */
    int steps() {
        return start == Long.MIN_VALUE ? 0 : (int) Math.min(STEPS, Math.ceilDiv(end - start, width));
    }
}
