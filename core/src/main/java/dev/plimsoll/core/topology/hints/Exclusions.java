package dev.plimsoll.core.topology.hints;

import java.util.Arrays;
import java.util.List;

/**
 * Whether a set of nodes can be the intersection of members of several families.
 *
 * <p>It can if and only if every node outside the set can be left out by one of the families, and each family, without the
 * nodes that it leaves out, still has enough: a family with more nodes than it needs has slack, a node left out costs it
 * what the node has. (Given members that meet in the set, each node outside is missing in one of them, which pays for it;
 * given such payments, each family's nodes without those that it paid for are a member, and they meet in the set.)
 *
 * <p>Steps: a depth-first assignment of nodes to the families that pay, the costliest nodes first, open ones kept while
 * more must be kept, the relatively cheapest payer first. A branch ends where even the cheapest payments for the rest
 * exceed what all families have left, measured in parts of their slack.
 */
final class Exclusions implements SubsetSearch.Prospect {
    /** Steps left for a whole merge. With none left every prospect is closed, so that every input is answered. */
    static final class Effort {
        private int steps = 400_000;
    }

    /** What a node costs a family that cannot do without it. */
    private static final long UNPAYABLE = Long.MAX_VALUE;

    private static final double ROUNDING = 1e-9;

    private final int families;
    private final Effort effort;
    /** Candidate nodes, those first that cost most to leave out. */
    private final int[] nodes;
    /** By family and dimension. */
    private final long[][] slack;
    /** By position of the node, family and dimension */
    private final long[][][] cost;
    /** By position of the node: the smallest part of any family's slack that it costs; infinite where none can pay. */
    private final double[] least;

    private long chosen;
    private long open;

    Exclusions(List<Enough> families, long candidates, Effort effort) {
        this.families = families.size();
        this.effort = effort;
        this.slack = new long[families.size()][];
        for (var f = 0; f < slack.length; f++) {
            var family = families.get(f);
            slack[f] = family.dimensions().stream()
                    .mapToLong(dimension -> dimension.sum(family.within().bits()) - dimension.need())
                    .toArray();
        }
        var unordered = new int[Long.bitCount(candidates)];
        var count = 0;
        for (var bits = candidates; bits != 0; bits &= bits - 1) unordered[count++] = Long.numberOfTrailingZeros(bits);
        var parts = Arrays.stream(unordered)
                .mapToDouble(node -> leastPart(families, node))
                .toArray();
        this.nodes = new int[count];
        this.least = new double[count];
        this.cost = new long[count][][];
        var used = new boolean[count];
        for (var i = 0; i < count; i++) {
            var costliest = -1;
            for (var j = 0; j < count; j++) {
                if (!used[j] && (costliest < 0 || parts[j] > parts[costliest])) costliest = j;
            }
            used[costliest] = true;
            nodes[i] = unordered[costliest];
            least[i] = parts[costliest];
            cost[i] = costs(families, nodes[i]);
        }
    }

    private static long[][] costs(List<Enough> families, int node) {
        var costs = new long[families.size()][];
        for (var f = 0; f < costs.length; f++) {
            var family = families.get(f);
            var isRequired = family.required().contains(node);
            costs[f] = family.dimensions().stream()
                    .mapToLong(dimension -> isRequired ? UNPAYABLE : dimension.amount(node))
                    .toArray();
        }
        return costs;
    }

    private double leastPart(List<Enough> families, int node) {
        var costs = costs(families, node);
        var least = Double.POSITIVE_INFINITY;
        for (var f = 0; f < costs.length; f++) least = Math.min(least, part(costs[f], slack[f]));
        return least;
    }

    /**
     * The mean over the dimensions of the part of the slack that the cost is, so that all that a family pays for adds up to
     * 1 at most; infinite where the cost is more than there is.
     */
    private static double part(long[] costs, long[] slack) {
        var sum = 0.0;
        for (var d = 0; d < costs.length; d++) {
            if (costs[d] > slack[d]) return Double.POSITIVE_INFINITY;
            if (costs[d] > 0) sum += (double) costs[d] / slack[d];
        }
        return sum / costs.length;
    }

    @Override
    public boolean isOpen(long chosenNodes, long undecided, int missing) {
        chosen = chosenNodes;
        open = missing == 0 ? 0 : undecided;
        var left = new long[families][];
        for (var f = 0; f < families; f++) left[f] = slack[f].clone();
        return assign(0, missing, left);
    }

    private boolean assign(int position, int toKeep, long[][] left) {
        if (--effort.steps < 0) return false;
        if (position == nodes.length) return toKeep == 0;
        if (!canPay(position, toKeep, left)) return false;
        var bit = 1L << nodes[position];
        if ((chosen & bit) != 0) return assign(position + 1, toKeep, left);
        if ((open & bit) != 0 && toKeep > 0 && assign(position + 1, toKeep - 1, left)) return true;
        return leaveOut(position, toKeep, left);
    }

    /** Tries the payers from the relatively cheapest on. A free one makes the others pointless. */
    private boolean leaveOut(int position, int toKeep, long[][] left) {
        var tried = 0L;
        for (var attempt = 0; attempt < families; attempt++) {
            var payer = -1;
            var lowest = Double.POSITIVE_INFINITY;
            for (var f = 0; f < families; f++) {
                if ((tried >>> f & 1) != 0) continue;
                var part = part(cost[position][f], left[f]);
                if (part < lowest) {
                    payer = f;
                    lowest = part;
                }
            }
            if (payer < 0) return false;
            tried |= 1L << payer;
            pay(left[payer], cost[position][payer], -1);
            var done = assign(position + 1, toKeep, left);
            pay(left[payer], cost[position][payer], 1);
            if (done) return true;
            if (lowest == 0) return false;
        }
        return false;
    }

    private static void pay(long[] left, long[] costs, int sign) {
        for (var d = 0; d < costs.length; d++) left[d] += sign * costs[d];
    }

    /** Each payment takes at least its least part; the parts that are left of all families must suffice for the cheapest. */
    private boolean canPay(int position, int toKeep, long[][] left) {
        var available = 0.0;
        for (var f = 0; f < families; f++) available += part(left[f], slack[f]);
        var keepable = toKeep;
        var needed = 0.0;
        for (var i = position; i < nodes.length; i++) {
            var bit = 1L << nodes[i];
            if ((chosen & bit) != 0) continue;
            if ((open & bit) != 0 && keepable > 0) {
                keepable--;
                continue;
            }
            needed += least[i];
            if (needed > available + ROUNDING) return false;
        }
        return keepable == 0;
    }
}
