package dev.plimsoll.core.topology.cpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The choice of nodes by its definition: goes through all combinations, with the storage that kept ones share. */
final class SlowDistribution {
    private final int[] free;
    private final int[] socket;
    private final int wanted;
    private final int group;
    private final boolean bySocket;

    SlowDistribution(int[] free, int[] socket, int wanted, int group, boolean bySocket) {
        this.free = free;
        this.socket = socket;
        this.wanted = wanted;
        this.group = group;
        this.bySocket = bySocket;
    }

    /** A kept combination whose positions after a prefix follow every later one with the same prefix. */
    private static final class Kept {
        private final int[] value;

        Kept(int[] value) {
            this.value = value.clone();
        }

        void seen(int[] later) {
            var prefix = 0;
            for (var size : new int[] {1, 2, 3, 5, 9, 17, 33}) if (size <= value.length) prefix = size;
            for (var i = 0; i < prefix; i++) if (value[i] != later[i]) return;
            System.arraycopy(later, 0, value, 0, value.length);
        }
    }

    private static List<int[]> combinations(int from, int size) {
        var all = new ArrayList<int[]>();
        var current = new int[size];
        for (var i = 0; i < size; i++) current[i] = i;
        while (size <= from) {
            all.add(current.clone());
            var last = size - 1;
            while (last >= 0 && current[last] == from - size + last) last--;
            if (last < 0) break;
            current[last]++;
            for (var i = last + 1; i < size; i++) current[i] = current[i - 1] + 1;
        }
        return all;
    }

    Optional<NodeChoice.Chosen> choose(int size) {
        var best = Double.POSITIVE_INFINITY;
        var bestIsOne = false;
        Kept bestNodes = null;
        var bestTakers = new int[0];
        for (var nodes : combinations(free.length, size)) {
            if (bestNodes != null) bestNodes.seen(nodes);
            if (best == 0 && (!bySocket || bestIsOne)) break;
            var sum = Arrays.stream(nodes).map(node -> free[node]).sum();
            var groups = Arrays.stream(nodes).map(node -> free[node] / group).sum();
            if (sum < wanted || groups * group < wanted) continue;
            var share = wanted / size / group * group;
            if (bySocket) for (var node : nodes) share = Math.min(share, free[node] / group * group);
            var equal = share;
            if (Arrays.stream(nodes).anyMatch(node -> free[node] < equal)) continue;
            var after = free.clone();
            for (var node : nodes) after[node] -= share;
            var rest = wanted - share * size;
            var balance = Double.POSITIVE_INFINITY;
            var takers = new int[0];
            if (rest == 0) {
                balance = NodeBalance.of(after);
            } else {
                var able = Arrays.stream(nodes)
                        .filter(node -> after[node] >= group)
                        .toArray();
                for (var count = able.length; count >= 1; count--) {
                    Kept kept = null;
                    for (var positions : combinations(able.length, count)) {
                        if (kept != null) kept.seen(positions);
                        var left = after.clone();
                        if (Arrays.stream(positions)
                                        .map(position -> after[able[position]])
                                        .sum()
                                < rest) continue;
                        if (!goRound(left, able, positions, rest)) continue;
                        var reached = NodeBalance.of(left);
                        if (reached >= balance) continue;
                        balance = reached;
                        kept = new Kept(positions);
                    }
                    if (kept != null)
                        takers = Arrays.stream(kept.value)
                                .map(position -> able[position])
                                .toArray();
                }
            }
            var isOne = bySocket && Arrays.stream(nodes).allMatch(node -> socket[node] == socket[nodes[0]]);
            var better = (bySocket && isOne != bestIsOne) ? isOne : balance < best;
            if (!better) continue;
            best = balance;
            bestTakers = takers;
            bestNodes = new Kept(nodes);
            bestIsOne = isOne;
        }
        if (bestNodes == null) return Optional.empty();
        return Optional.of(new NodeChoice.Chosen(
                Arrays.stream(bestNodes.value).boxed().toList(),
                Arrays.stream(bestTakers).boxed().toList()));
    }

    private boolean goRound(int[] left, int[] able, int[] positions, int rest) {
        var missing = rest;
        while (missing > 0) {
            var before = missing;
            for (var position : positions) {
                if (missing == 0 || left[able[position]] < group) continue;
                left[able[position]] -= group;
                missing -= group;
            }
            if (missing == before) return false;
        }
        return true;
    }
}
