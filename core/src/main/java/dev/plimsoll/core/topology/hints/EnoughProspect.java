package dev.plimsoll.core.topology.hints;

import java.util.Arrays;
import java.util.List;

/** Open while the chosen nodes, with the largest of the undecided ones, have enough in every dimension of every family. */
final class EnoughProspect implements SubsetSearch.Prospect {
    private final List<Enough.Dimension> dimensions;
    private final long candidates;
    /** By dimension, number of undecided candidates, and number of them taken: the largest sum. */
    private final long[][][] largest;

    EnoughProspect(List<Enough> families, long candidates, int size) {
        this.dimensions = Enough.intersection(families).dimensions();
        this.candidates = candidates;
        this.largest = new long[dimensions.size()][][];
        for (var d = 0; d < largest.length; d++) largest[d] = largestSums(dimensions.get(d), size);
    }

    private long[][] largestSums(Enough.Dimension dimension, int size) {
        var count = Long.bitCount(candidates);
        var sums = new long[count + 1][size + 1];
        var sorted = new long[count];
        var bits = candidates;
        for (var low = 1; low <= count; low++, bits &= bits - 1) {
            sorted[low - 1] = dimension.amount(Long.numberOfTrailingZeros(bits));
            Arrays.sort(sorted, 0, low);
            for (var taken = 1; taken <= Math.min(low, size); taken++) {
                sums[low][taken] = sums[low][taken - 1] + sorted[low - taken];
            }
        }
        return sums;
    }

    @Override
    public boolean isOpen(long chosen, long undecided, int missing) {
        var low = Long.bitCount(undecided);
        for (var d = 0; d < largest.length; d++) {
            var dimension = dimensions.get(d);
            if (dimension.sum(chosen) + largest[d][low][missing] < dimension.need()) return false;
        }
        return true;
    }
}
