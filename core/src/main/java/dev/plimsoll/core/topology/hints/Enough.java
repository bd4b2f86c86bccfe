package dev.plimsoll.core.topology.hints;

import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.ArrayList;
import java.util.List;

/**
 * The sets of nodes that together have enough of everything: within some nodes, with the required ones among them, and
 * with a sufficient sum in every dimension. A set that has enough still has enough with more nodes.
 *
 * @param within nodes that may be used at all
 * @param required nodes without which a set is none
 */
public record Enough(NodeMask within, NodeMask required, List<Dimension> dimensions) {
    /** No set at all. */
    public static final Enough NOTHING = new Enough(NodeMask.NONE, NodeMask.NONE, List.of());

    public Enough {
        dimensions = List.copyOf(dimensions);
    }

    /** What each node has of one thing, by node id, and how much is needed. */
    public static final class Dimension {
        private final long[] amounts;
        private final long need;

        public Dimension(long[] amounts, long need) {
            this.amounts = amounts.clone();
            this.need = need;
        }

        long amount(int node) {
            return node < amounts.length ? amounts[node] : 0;
        }

        long need() {
            return need;
        }

        long sum(long mask) {
            var sum = 0L;
            for (var bits = mask; bits != 0; bits &= bits - 1) sum += amount(Long.numberOfTrailingZeros(bits));
            return sum;
        }
    }

    public boolean contains(long mask) {
        if (mask == 0 || (mask & ~within.bits()) != 0 || (required.bits() & ~mask) != 0) return false;
        for (var dimension : dimensions) {
            if (dimension.sum(mask) < dimension.need()) return false;
        }
        return true;
    }

    /** Whether there is any such set. */
    public boolean isPossible() {
        return contains(within.bits());
    }

    /** The smallest set, by number of nodes and then by number, that holds {@code included}; 0 where there is none. */
    public long narrowestWith(long included) {
        var with = new Enough(within, new NodeMask(required.bits() | included), dimensions);
        if (!with.isPossible()) return 0;
        for (var size = Math.max(1, with.required.size()); size <= within.size(); size++) {
            var found = with.narrowestOf(size);
            if (found != 0) return found;
        }
        return 0;
    }

    private long narrowestOf(int size) {
        return new SubsetSearch(within.bits(), required.bits(), size, Fitness.BY_NUMBER)
                .find(new EnoughProspect(List.of(this), within.bits(), size));
    }

    /** The sets that belong to all of the families. */
    static Enough intersection(List<Enough> families) {
        var common = -1L;
        var needed = 0L;
        var all = new ArrayList<Dimension>();
        for (var family : families) {
            common &= family.within.bits();
            needed |= family.required.bits();
            all.addAll(family.dimensions);
        }
        return new Enough(new NodeMask(common), new NodeMask(needed), all);
    }
}
