package dev.plimsoll.cli.simulate.report;

import dev.plimsoll.core.prediction.ClusterCapacity;
import java.util.ArrayList;
import java.util.List;

/** A line of what a cluster has, without the changes and with them. */
record CapacityRow(String name, String before, String after) {
    static List<CapacityRow> of(ClusterCapacity before, ClusterCapacity after) {
        var rows = new ArrayList<CapacityRow>();
        rows.add(new CapacityRow(
                "nodes", "" + before.nodes().size(), "" + after.nodes().size()));
        rows.add(new CapacityRow("pods", "" + before.pods(), "" + after.pods()));
        rows.add(new CapacityRow("cpu requested", cpu(before), cpu(after)));
        rows.add(new CapacityRow("memory requested", memory(before), memory(after)));
        rows.add(new CapacityRow(
                "cpu limits",
                FateText.cpu(before.limits().milliCpu()),
                FateText.cpu(after.limits().milliCpu())));
        rows.add(new CapacityRow(
                "memory limits",
                FateText.memory(before.limits().memory()),
                FateText.memory(after.limits().memory())));
        for (var i = 0; i < before.largest().size(); i++) {
            var shape = before.largest().get(i);
            rows.add(new CapacityRow(
                    "largest pod, " + FateText.memory(shape.memoryPerCpu()) + " for each cpu",
                    largest(shape),
                    largest(after.largest().get(i))));
        }
        return rows;
    }

    private static String cpu(ClusterCapacity capacity) {
        return FateText.cpu(capacity.requestedMilliCpu()) + " of " + FateText.cpu(capacity.milliCpu());
    }

    private static String memory(ClusterCapacity capacity) {
        return FateText.memory(capacity.requestedMemory()) + " of " + FateText.memory(capacity.memory());
    }

    private static String largest(ClusterCapacity.LargestPod pod) {
        return pod.milliCpu() == 0
                ? "none"
                : FateText.cpu(pod.milliCpu()) + ", " + FateText.memory(pod.memory()) + " on " + pod.node();
    }

    boolean differs() {
        return !before.equals(after);
    }
}
