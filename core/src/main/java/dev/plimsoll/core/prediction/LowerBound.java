package dev.plimsoll.core.prediction;

import dev.plimsoll.core.placement.table.NodeTable;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.function.UnaryOperator;

/** How many nodes are needed at least, by volume: no placement of the pods does with fewer, whatever else it heeds. */
final class LowerBound {
    private LowerBound() {}

    /**
     * What the pods that could move ask for, and what the largest nodes have beside the pods that every node has of its own.
     *
     * @param moved a pod as it is once it has moved: of the two sizes the smaller one counts
     */
    static int of(
            Collection<PredictedNode> nodes,
            PredictedCluster cluster,
            UnaryOperator<PredictedPod> moved,
            NodeTable table) {
        var cpu = 0L;
        var memory = 0L;
        var pods = 0L;
        var freeCpu = new long[nodes.size()];
        var freeMemory = new long[nodes.size()];
        var freePods = new long[nodes.size()];
        var i = 0;
        for (var node : nodes) {
            freeCpu[i] = node.placement().allocatable().milliCpu();
            freeMemory[i] = node.placement().allocatable().memory();
            freePods[i] = node.placement().mostPods();
            for (var pod : cluster.on(node.name())) {
                if (pod.controlled().isTerminal()) continue;
                var held = pod.placement().holds().exact();
                if (pod.isBoundToItsNode()) {
                    freeCpu[i] -= held.milliCpu();
                    freeMemory[i] -= held.memory();
                    freePods[i]--;
                } else {
                    var then = moved.apply(pod).placement().holds().exact();
                    cpu += Math.min(held.milliCpu(), then.milliCpu());
                    memory += Math.min(held.memory(), then.memory());
                    pods++;
                }
            }
            i++;
        }
        if (table.nodeCount() == 0 || pods == 0) return 0;
        return Math.max(Math.max(count(cpu, freeCpu), count(memory, freeMemory)), count(pods, freePods));
    }

    private static int count(long wanted, long[] free) {
        var largest =
                Arrays.stream(free).boxed().sorted(Comparator.reverseOrder()).toList();
        var left = wanted;
        var count = 0;
        while (left > 0 && count < largest.size()) left -= Math.max(0, largest.get(count++));
        return Math.max(1, count);
    }
}
