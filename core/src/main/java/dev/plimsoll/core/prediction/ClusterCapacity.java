package dev.plimsoll.core.prediction;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.placement.table.NodeTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * What a cluster has, and what of it is asked for.
 *
 * @param nodes by name
 * @param limits of the pods that have a node
 * @param largest the largest pod that a node would still take, for pods of several shapes
 */
public record ClusterCapacity(List<NodeLoad> nodes, Amounts limits, List<LargestPod> largest) {
    private static final long GIBI = 1L << 30;
    private static final List<Long> SHAPES = List.of(2 * GIBI, 4 * GIBI, 8 * GIBI);

    public ClusterCapacity {
        nodes = List.copyOf(nodes);
        largest = List.copyOf(largest);
    }

    /**
     * A node and what is asked for of it.
     *
     * @param takesPods whether pods without tolerations may come
     */
    public record NodeLoad(
            String name,
            String nodeClass,
            boolean takesPods,
            long milliCpu,
            long requestedMilliCpu,
            long memory,
            long requestedMemory,
            long mostPods,
            int pods) {
        public long freeMilliCpu() {
            return Math.max(0, milliCpu - requestedMilliCpu);
        }

        public long freeMemory() {
            return Math.max(0, memory - requestedMemory);
        }
    }

    /**
     * The largest pod of a shape that fits on one node.
     *
     * @param memoryPerCpu bytes for each CPU
     * @param milliCpu 0 where none fits
     */
    public record LargestPod(long memoryPerCpu, long milliCpu, long memory, String node) {}

    static ClusterCapacity of(NodeTable table, Collection<PredictedPod> pods) {
        var nodes = new ArrayList<NodeLoad>();
        for (var row : table.order()) {
            var node = table.node(row);
            nodes.add(new NodeLoad(
                    node.name(),
                    PredictedNode.classOf(node),
                    !node.isUnschedulable() && node.taints().stream().noneMatch(Taint::isHard),
                    node.allocatable().milliCpu(),
                    table.usedCpu(row),
                    node.allocatable().memory(),
                    table.usedMemory(row),
                    node.mostPods(),
                    table.podsOn(row)));
        }
        nodes.sort(Comparator.comparing(NodeLoad::name));
        var cpu = 0L;
        var memory = 0L;
        for (var pod : pods) {
            if (pod.node().isEmpty() || table.row(pod.node()) < 0) continue;
            cpu += pod.limits().milliCpu();
            memory += pod.limits().memory();
        }
        var largest = SHAPES.stream().map(shape -> largest(shape, nodes)).toList();
        return new ClusterCapacity(nodes, new Amounts(cpu, memory, 0, List.of()), largest);
    }

    private static LargestPod largest(long memoryPerCpu, List<NodeLoad> nodes) {
        var best = new LargestPod(memoryPerCpu, 0, 0, "");
        for (var node : nodes) {
            if (!node.takesPods() || node.pods() >= node.mostPods()) continue;
            var byMemory = (long) ((double) node.freeMemory() / memoryPerCpu * 1000);
            var cpu = Math.min(node.freeMilliCpu(), byMemory);
            if (cpu > best.milliCpu()) best = new LargestPod(memoryPerCpu, cpu, cpu * memoryPerCpu / 1000, node.name());
        }
        return best;
    }

    public long milliCpu() {
        return nodes.stream().mapToLong(NodeLoad::milliCpu).sum();
    }

    public long requestedMilliCpu() {
        return nodes.stream().mapToLong(NodeLoad::requestedMilliCpu).sum();
    }

    public long memory() {
        return nodes.stream().mapToLong(NodeLoad::memory).sum();
    }

    public long requestedMemory() {
        return nodes.stream().mapToLong(NodeLoad::requestedMemory).sum();
    }

    /** Of all nodes together, whether or not pods may come to them. */
    public long freeMilliCpu() {
        return nodes.stream().mapToLong(NodeLoad::freeMilliCpu).sum();
    }

    public long freeMemory() {
        return nodes.stream().mapToLong(NodeLoad::freeMemory).sum();
    }

    public long mostPods() {
        return nodes.stream().mapToLong(NodeLoad::mostPods).sum();
    }

    public int pods() {
        return nodes.stream().mapToInt(NodeLoad::pods).sum();
    }
}
