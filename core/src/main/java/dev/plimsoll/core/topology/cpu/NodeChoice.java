package dev.plimsoll.core.topology.cpu;

import dev.plimsoll.core.topology.machine.CpuSet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The choice of k nodes over which CPUs are distributed such that what stays free is as even as possible.
 *
 * <p>Each chosen node gives an equal share in whole groups; the rest goes round, group by group, over some of them. With
 * sockets to be kept together, nodes of one socket win over any balance.
 */
final class NodeChoice {
    /**
     * How many distributions are weighed at most. Enumerating more than this takes upstream hours; beyond it the best one so
     * far is kept, so that every input is answered.
     */
    private static final int MOST_WEIGHED = 1_000_000;

    private final int[] free;
    private final int[] socket;
    private final int wanted;
    private final int group;
    private final boolean bySocket;
    private int weighed;

    private double best = Double.POSITIVE_INFINITY;
    private boolean bestIsOneSocket;
    private int @Nullable [] bestNodes;
    private int[] bestTakers = {};

    /**
     * @param free free CPUs of each node, in the order of the nodes
     * @param socket the socket of each node, or a negative number for a node on several
     */
    NodeChoice(int[] free, int[] socket, int wanted, int group, boolean bySocket) {
        this.free = free;
        this.socket = socket;
        this.wanted = wanted;
        this.group = group;
        this.bySocket = bySocket;
    }

    /**
     * Positions of nodes.
     *
     * @param nodes those that give an equal share
     * @param takers those that give a group more, round and round until nothing is missing
     */
    record Chosen(List<Integer> nodes, List<Integer> takers) {
        int shareOf(int wanted, int group, int[] free) {
            var share = wanted / nodes.size() / group * group;
            for (var node : nodes) share = Math.min(share, free[node] / group * group);
            return share;
        }
    }

    Optional<Chosen> choose(int size) {
        var kinds = new long[free.length];
        for (var i = 0; i < kinds.length; i++) kinds[i] = bySocket ? (long) socket[i] << 32 | free[i] : free[i];
        Combinations.visit(kinds, size, this::weigh);
        if (bestNodes == null) return Optional.empty();
        var retained = isPerfect()
                ? Combinations.Retained.afterNext(bestNodes, free.length)
                : Combinations.Retained.afterAll(bestNodes, free.length);
        return Optional.of(new Chosen(listed(retained), listed(bestTakers)));
    }

    private static List<Integer> listed(int[] positions) {
        return Arrays.stream(positions).boxed().toList();
    }

    private boolean isPerfect() {
        return best == 0 && (!bySocket || bestIsOneSocket);
    }

    /** Whether to go on. */
    private boolean weigh(int[] nodes) {
        if (isPerfect() || weighed >= MOST_WEIGHED) return false;
        weighed++;
        var sum = 0;
        var groups = 0;
        var share = wanted / nodes.length / group * group;
        for (var node : nodes) {
            sum += free[node];
            groups += free[node] / group;
            if (bySocket) share = Math.min(share, free[node] / group * group);
        }
        if (sum < wanted || groups * group < wanted) return true;
        for (var node : nodes) {
            if (free[node] < share) return true;
        }
        var after = free.clone();
        for (var node : nodes) after[node] -= share;
        var rest = new Rest(after, nodes, wanted - share * nodes.length);
        rest.distribute();
        var isOneSocket = bySocket && areOnOneSocket(nodes);
        var isBetter = (bySocket && isOneSocket != bestIsOneSocket) ? isOneSocket : rest.balance < best;
        if (isBetter) {
            best = rest.balance;
            bestTakers = rest.takers;
            bestNodes = nodes.clone();
            bestIsOneSocket = isOneSocket;
        }
        return true;
    }

    private boolean areOnOneSocket(int[] nodes) {
        for (var node : nodes) {
            if (socket[node] < 0 || socket[node] != socket[nodes[0]]) return false;
        }
        return true;
    }

    /** What is missing after equal shares, and the nodes that give it with the best balance. */
    private final class Rest {
        private final int[] after;
        private final int[] able;
        private final int missing;
        private double balance = Double.POSITIVE_INFINITY;
        private int[] takers = {};
        private boolean improved;

        Rest(int[] after, int[] nodes, int missing) {
            this.after = after;
            this.missing = missing;
            this.able =
                    Arrays.stream(nodes).filter(node -> after[node] >= group).toArray();
        }

        void distribute() {
            if (missing == 0) {
                balance = NodeBalance.of(after);
                return;
            }
            var kinds = Arrays.stream(able).mapToLong(node -> after[node]).toArray();
            for (var size = able.length; size >= 1; size--) {
                improved = false;
                Combinations.visit(kinds, size, this::weighTakers);
                if (improved) takers = nodesAt(Combinations.Retained.afterAll(takers, able.length));
            }
        }

        private int[] nodesAt(int[] positions) {
            return Arrays.stream(positions).map(position -> able[position]).toArray();
        }

        private boolean weighTakers(int[] positions) {
            if (weighed >= MOST_WEIGHED) return false;
            weighed++;
            var sum = 0;
            for (var position : positions) sum += after[able[position]];
            if (sum < missing) return true;
            var left = after.clone();
            if (!goRound(left, positions)) return true;
            var reached = NodeBalance.of(left);
            if (reached < balance) {
                balance = reached;
                takers = positions.clone();
                improved = true;
            }
            return true;
        }

        /** Whether all of it could be taken; a round in which nobody can give ends the attempt. */
        private boolean goRound(int[] left, int[] positions) {
            var toTake = missing;
            while (toTake > 0) {
                var before = toTake;
                for (var position : positions) {
                    if (toTake == 0) break;
                    if (left[able[position]] < group) continue;
                    left[able[position]] -= group;
                    toTake -= group;
                }
                if (toTake == before) return false;
            }
            return true;
        }
    }

    /** The socket of each set of CPUs in terms of positions in {@code sockets}; negative where it lies on several. */
    static int[] socketsOf(List<CpuSet> nodes, List<CpuSet> sockets) {
        var result = new int[nodes.size()];
        for (var i = 0; i < result.length; i++) {
            var node = nodes.get(i);
            result[i] = -1 - i;
            for (var s = 0; s < sockets.size(); s++) {
                if (node.isSubsetOf(sockets.get(s))) result[i] = s;
            }
        }
        return result;
    }
}
