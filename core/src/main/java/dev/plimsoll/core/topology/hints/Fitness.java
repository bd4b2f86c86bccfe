package dev.plimsoll.core.topology.hints;

import dev.plimsoll.core.topology.machine.Machine;
import java.util.Arrays;

/** Which of two sets of nodes fits better: fewer nodes, then closer together if that counts, then the smaller number. */
public final class Fitness {
    /** Distances do not count. */
    public static final Fitness BY_NUMBER = new Fitness(new int[0][]);

    /** By node id; empty where distances do not count. */
    private final int[][] distances;

    private Fitness(int[][] distances) {
        this.distances = distances;
    }

    public static Fitness byDistance(Machine machine) {
        var size = machine.nodes().getLast().id() + 1;
        var distances = new int[size][size];
        for (var from : machine.nodes()) {
            for (var to : machine.nodes()) distances[from.id()][to.id()] = machine.distance(from.id(), to.id());
        }
        return new Fitness(distances);
    }

    boolean countsDistances() {
        return distances.length > 0;
    }

    int distance(int from, int to) {
        return distances[from][to];
    }

    /** Over all ordered pairs, each node with itself included; sets of equal size compare as their averages would. */
    int distanceSum(long mask) {
        var sum = 0;
        for (var from = mask; from != 0; from &= from - 1) {
            for (var to = mask; to != 0; to &= to - 1) {
                sum += distances[Long.numberOfTrailingZeros(from)][Long.numberOfTrailingZeros(to)];
            }
        }
        return sum;
    }

    /** Distances from the node to those in the mask, smallest first. */
    int[] nearest(int node, long mask) {
        var found = new int[Long.bitCount(mask)];
        var count = 0;
        for (var to = mask; to != 0; to &= to - 1) found[count++] = distances[node][Long.numberOfTrailingZeros(to)];
        Arrays.sort(found);
        return found;
    }

    boolean isFitter(long mask, long other) {
        var size = Long.bitCount(mask);
        var otherSize = Long.bitCount(other);
        if (size != otherSize) return size < otherSize;
        if (countsDistances()) {
            var byDistance = Integer.compare(distanceSum(mask), distanceSum(other));
            if (byDistance != 0) return byDistance < 0;
        }
        return Long.compareUnsigned(mask, other) < 0;
    }
}
