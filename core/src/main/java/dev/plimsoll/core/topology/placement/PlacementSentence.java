package dev.plimsoll.core.topology.placement;

import dev.plimsoll.core.topology.memory.MemoryBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a pod has for itself, in a sentence for people. */
public final class PlacementSentence {
    private PlacementSentence() {}

    /** One part for each container, then what is left of a pod that is placed as one. */
    public static String of(AssignedPlacement placement) {
        var parts = new ArrayList<String>();
        for (var container : placement.containers()) {
            var memory = nodes(container.memory());
            parts.add("container " + container.container() + ": " + cpus(container)
                    + (memory.isEmpty() ? "" : ", memory of " + memory));
        }
        if (!placement.idleCpus().isEmpty()) parts.add("idle: CPUs " + placement.idleCpus());
        return String.join("; ", parts);
    }

    private static String cpus(ContainerPlacement container) {
        return switch (container.cpuIsolation()) {
            case CONTAINER -> "CPUs " + container.cpus() + " to itself";
            case POD -> "CPUs " + container.cpus() + " shared within the pod";
            case HOST -> "shared CPUs of the node";
        };
    }

    private static String nodes(List<MemoryBlock> memory) {
        var nodes = new TreeSet<Integer>();
        for (var block : memory) nodes.addAll(block.nodes().toList());
        if (nodes.isEmpty()) return "";
        return (nodes.size() == 1 ? "NUMA node " : "NUMA nodes ")
                + nodes.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
