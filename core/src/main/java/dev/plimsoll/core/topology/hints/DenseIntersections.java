package dev.plimsoll.core.topology.hints;

import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.List;

/**
 * The best intersection of one member of each list, over all subsets of few nodes.
 *
 * <p>Algorithm: a table says for each subset whether it is an intersection of members of the lists so far. The table of the
 * next list is joined to it by counting: sums over all supersets turn "x and y meet in exactly a" into a product, and the
 * inverse sums turn it back. That is n times 2^n additions for each list, however many members it has.
 */
final class DenseIntersections {
    private final NodeMask allNodes;
    private final List<HintList> lists;
    private final Narrowness order;
    /** The nodes' own bits by position in the tables; ascending, so that tables and masks order alike. */
    private final long[] nodeBits;

    DenseIntersections(NodeMask allNodes, List<HintList> lists, Fitness fitness) {
        this.allNodes = allNodes;
        this.lists = lists;
        this.order = new Narrowness(HintMerge.narrowEnough(lists), fitness);
        this.nodeBits = allNodes.stream().mapToLong(node -> 1L << node).toArray();
    }

    /** 0 where all intersections are empty. */
    long best() {
        var reached = new long[1 << nodeBits.length];
        reached[reached.length - 1] = 1;
        for (var list : lists) {
            var members = members(list);
            for (var copy = 0; copy < copies(list); copy++) reached = joined(reached, members);
        }
        var best = 0L;
        for (var index = 1; index < reached.length; index++) {
            if (reached[index] == 0) continue;
            var mask = expanded(index);
            if (best == 0 || order.isBetter(mask, best)) best = mask;
        }
        return best;
    }

    private static int copies(HintList list) {
        return list instanceof HintList.Family family ? family.copies() : 1;
    }

    private long[] members(HintList list) {
        var table = new long[1 << nodeBits.length];
        switch (list) {
            case HintList.Indifferent _, HintList.Unsatisfiable _ -> table[table.length - 1] = 1;
            case HintList.Listed(var hints) -> {
                for (var hint : hints) table[compressed(hint.nodes().bits())] = 1;
            }
            case HintList.Family family -> {
                for (var index = 1; index < table.length; index++) {
                    if (family.enough().contains(expanded(index))) table[index] = 1;
                }
                for (var fixed : family.fixed()) table[compressed(fixed.bits())] = 1;
            }
        }
        return table;
    }

    private long[] joined(long[] left, long[] right) {
        var sums = left.clone();
        var others = right.clone();
        addSupersets(sums, 1);
        addSupersets(others, 1);
        for (var i = 0; i < sums.length; i++) sums[i] *= others[i];
        addSupersets(sums, -1);
        for (var i = 0; i < sums.length; i++) {
            if (sums[i] != 0) sums[i] = 1; // counts would overflow over many lists
        }
        return sums;
    }

    private static void addSupersets(long[] table, int sign) {
        for (var bit = 1; bit < table.length; bit <<= 1) {
            for (var index = 0; index < table.length; index++) {
                if ((index & bit) == 0) table[index] += sign * table[index | bit];
            }
        }
    }

    private long expanded(int index) {
        var mask = 0L;
        for (var bits = index; bits != 0; bits &= bits - 1) mask |= nodeBits[Integer.numberOfTrailingZeros(bits)];
        return mask;
    }

    private int compressed(long mask) {
        var index = 0;
        for (var i = 0; i < nodeBits.length; i++) {
            if ((mask & nodeBits[i]) != 0) index |= 1 << i;
        }
        if (expanded(index) != mask) throw new IllegalArgumentException("a hint names nodes beyond " + allNodes);
        return index;
    }
}
