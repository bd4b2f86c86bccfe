package dev.plimsoll.core.topology.hints;

/**
 * The fittest set of a given size among some nodes, for which a prospect is open to the end.
 *
 * <p>Steps: nodes are decided from the highest to the lowest, leaving out before taking, so that sets come up in the order
 * of their numbers and the first one is the smallest. A branch is left where too few nodes remain, where the prospect is
 * closed, or, if distances count, where no completion could be closer than the best so far.
 */
final class SubsetSearch {
    /** What decides whether a partial choice can still become a wanted set. It may be optimistic until nothing is missing. */
    interface Prospect {
        /**
         * Whether a wanted set may still come of it.
         *
         * @param chosen nodes taken so far
         * @param undecided nodes that may still be taken, all below those decided
         * @param missing how many of them must be
         */
        boolean isOpen(long chosen, long undecided, int missing);
    }

    /** Beyond this many partial choices the best so far is the answer; upstream never ends on such inputs. */
    private static final int MOST_STEPS = 200_000;

    private final long candidates;
    private final long forced;
    private final int size;
    private final Fitness fitness;
    private int steps;
    private long best;
    private int bestDistance = Integer.MAX_VALUE;
    /** By node: what it adds at least to the sum of distances of any set of the size. */
    private final int[] leastDistance = new int[Long.SIZE];

    SubsetSearch(long candidates, long forced, int size, Fitness fitness) {
        this.candidates = candidates;
        this.forced = forced;
        this.size = size;
        this.fitness = fitness;
    }

    /** 0 where there is none. */
    long find(Prospect prospect) {
        if ((forced & ~candidates) != 0 || Long.bitCount(candidates) < size || size == 0) return 0;
        if (fitness.countsDistances()) computeLeastDistances();
        search(prospect, 0, candidates, size);
        return best;
    }

    /** Whether the search is over. */
    private boolean search(Prospect prospect, long chosen, long undecided, int missing) {
        if (++steps > MOST_STEPS) return true;
        if (Long.bitCount(undecided) < missing || Long.bitCount(forced & undecided) > missing) return false;
        if (fitness.countsDistances() && leastDistanceOf(chosen, undecided, missing) >= bestDistance) return false;
        if (!prospect.isOpen(chosen, undecided, missing)) return false;
        if (missing == 0) return accept(chosen);
        var node = Long.highestOneBit(undecided);
        var rest = undecided & ~node;
        if ((forced & node) == 0 && search(prospect, chosen, rest, missing)) return true;
        return search(prospect, chosen | node, rest, missing - 1);
    }

    private boolean accept(long found) {
        best = found;
        if (!fitness.countsDistances()) return true;
        bestDistance = fitness.distanceSum(found);
        return false;
    }

    private void computeLeastDistances() {
        for (var bits = candidates; bits != 0; bits &= bits - 1) {
            var node = Long.numberOfTrailingZeros(bits);
            var nearest = fitness.nearest(node, candidates & ~(1L << node));
            var sum = fitness.distance(node, node);
            for (var i = 0; i < size - 1; i++) sum += nearest[i];
            leastDistance[node] = sum;
        }
    }

    /** A bound from below: each node's nearest neighbours, whether or not they can be together. */
    private int leastDistanceOf(long chosen, long undecided, int missing) {
        var sum = 0;
        for (var bits = chosen; bits != 0; bits &= bits - 1) sum += leastDistance[Long.numberOfTrailingZeros(bits)];
        if (missing == 0) return Math.max(sum, fitness.distanceSum(chosen));
        var least = Integer.MAX_VALUE;
        for (var bits = undecided; bits != 0; bits &= bits - 1) {
            least = Math.min(least, leastDistance[Long.numberOfTrailingZeros(bits)]);
        }
        return sum + missing * least;
    }
}
