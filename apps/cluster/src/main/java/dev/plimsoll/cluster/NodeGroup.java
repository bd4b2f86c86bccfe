package dev.plimsoll.cluster;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.nodeagent.NodeShape;
import dev.plimsoll.nodeagent.NodeShapes;
import dev.plimsoll.nodeagent.eviction.MemoryThreshold;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Simulated nodes of one kind: {@code prefix-0}, {@code prefix-1} and so on.
 *
 * @param pinningOrNull null where no node pins anything
 * @param reserved what the system of each node keeps for itself
 * @param pods how many each may have
 * @param labels beside the well-known ones
 */
public record NodeGroup(
        String prefix,
        int count,
        Machine machine,
        @Nullable Pinning pinningOrNull,
        ResourceAmounts reserved,
        int pods,
        Map<String, String> labels,
        MemoryThreshold evictionHard) {
    public NodeGroup {
        labels = Map.copyOf(labels);
        if (count < 0) throw new IllegalArgumentException("there cannot be " + count + " nodes");
    }

    /** Nodes that pin nothing and reserve nothing. */
    public static NodeGroup of(String prefix, int count, Machine machine) {
        return new NodeGroup(
                prefix, count, machine, null, ResourceAmounts.EMPTY, 110, Map.of(), MemoryThreshold.usual());
    }

    List<NodeShape> shapes(FeatureGates gates, String address, int port) {
        return NodeShapes.of(prefix, count, machine, reserved, pods, gates, evictionHard).stream()
                .map(shape -> labelled(shape).servedAt(address, port))
                .toList();
    }

    private NodeShape labelled(NodeShape shape) {
        var all = new TreeMap<>(shape.labels());
        all.putAll(labels);
        return new NodeShape(
                shape.name(),
                shape.address(),
                shape.capacity(),
                shape.allocatable(),
                all,
                shape.taints(),
                shape.declaredFeatures());
    }
}
