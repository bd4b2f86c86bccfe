package dev.plimsoll.core.topology.machine;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A set of NUMA nodes with ids 0 to 63. The order is that of preference between sets: fewer nodes first, then the smaller
 * number, that is the one without the highest node in which the two differ.
 *
 * @param bits bit i stands for node i
 */
public record NodeMask(long bits) implements Comparable<NodeMask> {
    public static final int MOST_NODES = 64;
    public static final NodeMask NONE = new NodeMask(0);

    public static NodeMask of(int... nodes) {
        var bits = 0L;
        for (var node : nodes) {
            if (node < 0 || node >= MOST_NODES)
                throw new IllegalArgumentException("a NUMA node id is 0 to 63: " + node);
            bits |= 1L << node;
        }
        return new NodeMask(bits);
    }

    public int size() {
        return Long.bitCount(bits);
    }

    public boolean isEmpty() {
        return bits == 0;
    }

    public boolean contains(int node) {
        return (bits >>> node & 1) != 0;
    }

    public boolean containsAll(NodeMask other) {
        return (other.bits & ~bits) == 0;
    }

    /** The nodes, ascending. */
    public IntStream stream() {
        return IntStream.range(0, MOST_NODES).filter(this::contains);
    }

    public List<Integer> toList() {
        return stream().boxed().toList();
    }

    @Override
    public int compareTo(NodeMask other) {
        return isNarrower(bits, other.bits) ? -1 : bits == other.bits ? 0 : 1;
    }

    /** Whether {@code mask} comes before {@code other} in the order of preference, both as bits. */
    public static boolean isNarrower(long mask, long other) {
        var size = Long.bitCount(mask);
        var otherSize = Long.bitCount(other);
        return size == otherSize ? Long.compareUnsigned(mask, other) < 0 : size < otherSize;
    }

    /** {@code {0,2}}. */
    @Override
    public String toString() {
        var text = new StringBuilder("{");
        stream().forEach(node -> text.append(text.length() > 1 ? "," : "").append(node));
        return text.append('}').toString();
    }
}
