package dev.plimsoll.cluster;

import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import dev.plimsoll.nodeagent.shape.NodeResources;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Simulated nodes of one kind: {@code prefix-0}, {@code prefix-1} and so on.
 *
 * @param resourceManagersOrNull null where no node pins anything
 * @param storageBytes of the file system of each
 * @param swap of each
 * @param reserved what the system of each node keeps for itself
 * @param pods how many each may have
 * @param labels beside the well-known ones
 */
public record NodeGroup(
        String prefix,
        int count,
        Machine machine,
        @Nullable ResourceManagers resourceManagersOrNull,
        long storageBytes,
        NodeResources.Swap swap,
        ResourceAmounts reserved,
        int pods,
        Map<String, String> labels,
        EvictionHard evictionHard) {
    public NodeGroup {
        labels = Map.copyOf(labels);
        if (count < 0) throw new IllegalArgumentException("there cannot be " + count + " nodes");
    }

    /** Nodes that pin nothing and reserve nothing. */
    public static NodeGroup of(String prefix, int count, Machine machine) {
        return new NodeGroup(
                prefix,
                count,
                machine,
                null,
                NodeResources.DEFAULT_STORAGE,
                NodeResources.Swap.NONE,
                ResourceAmounts.EMPTY,
                110,
                Map.of(),
                EvictionHard.DEFAULT);
    }

    /** What the API server would refuse of the names and labels of these nodes, which then would never be ready; empty if nothing. */
    public static List<String> problems(List<NodeGroup> groups) {
        var problems = new ArrayList<String>();
        var prefixes = new HashSet<String>();
        for (var group : groups) {
            if (group.count == 0) continue;
            var where = "nodes " + group.prefix + ": ";
            if (!prefixes.add(group.prefix)) problems.add(where + "there are others of that name; choose another");
            var longest = group.prefix + "-" + (group.count - 1);
            for (var message : DnsSyntax.subdomain(longest)) problems.add(where + "the name " + message);
            for (var message : LabelSyntax.labelValue(longest)) problems.add(where + "the name as a label: " + message);
            group.labels.forEach((key, value) -> {
                for (var message : LabelSyntax.qualifiedName(key))
                    problems.add(where + "label " + key + ": " + message);
                for (var message : LabelSyntax.labelValue(value))
                    problems.add(where + "label " + key + "=" + value + ": " + message);
            });
        }
        return problems;
    }

    /** Not served anywhere yet. */
    List<NodeShape> shapes(FeatureGates gates) {
        return NodeShapes.of(prefix, count, resources(), gates).stream()
                .map(this::labelled)
                .toList();
    }

    /** With resource managers, which keep CPUs of their own for the system. */
    public NodeGroup pinnedBy(ResourceManagers resourceManagers) {
        return new NodeGroup(
                prefix, count, machine, resourceManagers, storageBytes, swap, reserved, pods, labels, evictionHard);
    }

    /** What each node has, and how much of it is kept from pods. */
    public NodeResources resources() {
        return NodeResources.of(machine)
                .withStorage(storageBytes)
                .withSwap(swap)
                .withPods(pods)
                .reserving(reserved)
                .evictingBelow(evictionHard)
                .pinnedBy(resourceManagersOrNull);
    }

    private NodeShape labelled(NodeShape shape) {
        var all = new TreeMap<>(shape.labels());
        all.putAll(labels);
        return shape.withLabels(all);
    }
}
