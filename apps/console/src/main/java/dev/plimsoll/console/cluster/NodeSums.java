package dev.plimsoll.console.cluster;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.objects.node.NodeObject;
import java.util.HashMap;
import java.util.Map;

/** What the pods of each node hold and use, kept up pod by pod. */
final class NodeSums {
    private static final class Sum {
        private long cpu;
        private long memory;
        private long usedCpu;
        private long usedMemory;
        private int measured;
        private int pods;
        private int pending;
    }

    private final Map<String, Sum> sums = new HashMap<>();

    void add(PodFacts pod) {
        count(pod, 1);
    }

    void remove(PodFacts pod) {
        count(pod, -1);
    }

    private void count(PodFacts pod, int sign) {
        if (pod.isEnded() || pod.node().isEmpty()) return;
        var sum = sums.computeIfAbsent(pod.node(), _ -> new Sum());
        sum.cpu += sign * pod.heldCpu();
        sum.memory += sign * pod.heldMemory();
        sum.usedCpu += sign * Math.max(0, pod.cpu().used());
        sum.usedMemory += sign * Math.max(0, pod.memory().used());
        sum.measured += pod.cpu().used() == ResourceStates.UNKNOWN ? 0 : sign;
        sum.pods += sign;
        sum.pending += pod.resize().isEmpty() ? 0 : sign;
        if (sum.pods == 0) sums.remove(pod.node());
    }

    NodeFigures of(NodeObject node) {
        var name = node.metadata().name();
        var sum = sums.getOrDefault(name, new Sum());
        var isMeasured = sum.measured > 0 || sum.pods == 0;
        var allocatable = node.allocatable();
        return new NodeFigures(
                name,
                node.isReady(),
                node.view().isUnschedulable(),
                new NodeFigures.Share(
                        Compute.CPU.unitsOf(allocatable), sum.cpu, isMeasured ? sum.usedCpu : ResourceStates.UNKNOWN),
                new NodeFigures.Share(
                        Compute.MEMORY.unitsOf(allocatable),
                        sum.memory,
                        isMeasured ? sum.usedMemory : ResourceStates.UNKNOWN),
                sum.pods,
                sum.pending);
    }
}
