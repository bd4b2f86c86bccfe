package dev.plimsoll.console.cluster;

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
        sum.usedCpu += sign * Math.max(0, pod.usedCpu());
        sum.usedMemory += sign * Math.max(0, pod.usedMemory());
        sum.measured += pod.usedCpu() == ResourceStates.UNKNOWN ? 0 : sign;
        sum.pods += sign;
        sum.pending += pod.resize().isEmpty() ? 0 : sign;
        if (sum.pods == 0) sums.remove(pod.node());
    }

    NodeFigures of(FollowedNode node) {
        var name = node.name();
        var sum = sums.getOrDefault(name, new Sum());
        var isMeasured = sum.measured > 0 || sum.pods == 0;
        return new NodeFigures(
                name,
                node.isReady(),
                node.isCordoned(),
                new NodeFigures.Share(node.cpu(), sum.cpu, isMeasured ? sum.usedCpu : ResourceStates.UNKNOWN),
                new NodeFigures.Share(node.memory(), sum.memory, isMeasured ? sum.usedMemory : ResourceStates.UNKNOWN),
                sum.pods,
                sum.pending);
    }
}
