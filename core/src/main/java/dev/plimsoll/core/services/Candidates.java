package dev.plimsoll.core.services;

import java.util.stream.LongStream;

/**
 * The order in which free values of a range are looked for. A band at its lower end is left to those who ask for a certain value: the
 * rest is looked through first, from any place on.
 */
final class Candidates {
    private Candidates() {}

    static LongStream of(long size, long band, long start) {
        if (size <= 0) return LongStream.empty();
        var lower = Math.min(band, size);
        return LongStream.concat(from(lower, size - lower, start), from(0, lower, start));
    }

    private static LongStream from(long first, long count, long start) {
        if (count == 0) return LongStream.empty();
        var offset = Math.floorMod(start, count);
        return LongStream.range(0, count).map(i -> first + (offset + i) % count);
    }
}
