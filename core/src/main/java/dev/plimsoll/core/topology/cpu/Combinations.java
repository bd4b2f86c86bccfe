package dev.plimsoll.core.topology.cpu;

import java.util.Arrays;
import java.util.function.Predicate;

/**
 * The ways to choose k of a row of positions, of which neighbours may be alike, in lexicographic order.
 *
 * <p>Of all choices that take equally many from each run of like neighbours, only the first is listed: the others score the
 * same and come later, so that they never win.
 */
final class Combinations {
    private final int[] runStart;
    private final int[] runLength;
    private final int[] chosen;
    private final Predicate<int[]> visitor;

    private Combinations(int[] runStart, int[] runLength, int size, Predicate<int[]> visitor) {
        this.runStart = runStart;
        this.runLength = runLength;
        this.chosen = new int[size];
        this.visitor = visitor;
    }

    /**
     * Shows each choice to the visitor, which must not keep the array, until it answers false.
     *
     * @param kinds positions with equal kinds next to one another are alike
     */
    static void visit(long[] kinds, int size, Predicate<int[]> visitor) {
        var starts = new int[kinds.length];
        var lengths = new int[kinds.length];
        var runs = 0;
        for (var i = 0; i < kinds.length; i++) {
            if (i == 0 || kinds[i] != kinds[i - 1]) starts[runs++] = i;
            lengths[runs - 1]++;
        }
        new Combinations(Arrays.copyOf(starts, runs), Arrays.copyOf(lengths, runs), size, visitor)
                .choose(0, 0, kinds.length);
    }

    private boolean choose(int run, int filled, int positionsLeft) {
        var missing = chosen.length - filled;
        if (missing == 0) return visitor.test(chosen);
        if (missing > positionsLeft) return true;
        var later = positionsLeft - runLength[run];
        // More from an earlier run comes first lexicographically.
        for (var count = Math.min(runLength[run], missing); count >= 0 && missing - count <= later; count--) {
            for (var i = 0; i < count; i++) chosen[filled + i] = runStart[run] + i;
            if (!choose(run + 1, filled + count, later)) return false;
        }
        return true;
    }

    /**
     * What upstream makes of a combination that it keeps while it goes on listing: combinations share storage beyond a
     * prefix, so that a later one with the same prefix overwrites the rest.
     */
    static final class Retained {
        private static final int[] UNSHARED_SIZES = {33, 17, 9, 5, 3, 2, 1};

        private Retained() {}

        private static int prefix(int size) {
            for (var unshared : UNSHARED_SIZES) {
                if (unshared <= size) return unshared;
            }
            return 0;
        }

        /** After all combinations of {@code from} positions were listed. */
        static int[] afterAll(int[] combination, int from) {
            var result = combination.clone();
            for (var i = prefix(result.length); i < result.length; i++) result[i] = from - result.length + i;
            return result;
        }

        /** After just the next combination was listed. */
        static int[] afterNext(int[] combination, int from) {
            var size = combination.length;
            var last = size - 1;
            while (last >= 0 && combination[last] == from - size + last) last--;
            if (last < prefix(size)) return combination.clone(); // there is no next one, or its prefix differs
            var result = combination.clone();
            var value = result[last] + 1;
            for (var i = last; i < size; i++) result[i] = value++;
            return result;
        }
    }
}
