package dev.plimsoll.core.topology;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.claims.PodClaim;
import dev.plimsoll.core.topology.machine.NodeMask;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The memory of a pod that is placed as one, divided between its containers; all of it on the same nodes. */
record MemoryDivision(PodClaim pod, NodeMask nodes) {
    SortedMap<String, List<MemoryBlock>> containers() {
        var exclusive = new HashMap<String, List<MemoryBlock>>();
        var left =
                new TreeMap<>(pod.memory()); // what sidecars, later also regular containers, do not have to themselves
        for (var container : pod.containers()) {
            if (container.memory().isEmpty()) {
                if (container.isInit()) exclusive.put(container.name(), blocks(nodes, positive(left)));
                continue;
            }
            exclusive.put(container.name(), blocks(nodes, positive(container.memory())));
            // A resource that the pod as a whole does not name has nothing to give.
            if (!container.isInit()) {
                container
                        .memory()
                        .forEach((resource, bytes) ->
                                left.computeIfPresent(resource, (_, amount) -> Math.max(0, amount - bytes)));
            }
        }
        var share = blocks(nodes, positive(left));
        var containers = new TreeMap<String, List<MemoryBlock>>();
        for (var container : pod.containers()) {
            containers.put(container.name(), exclusive.getOrDefault(container.name(), share));
        }
        return containers;
    }

    static List<MemoryBlock> blocks(NodeMask nodes, Map<ResourceName, Long> amounts) {
        var blocks = new ArrayList<MemoryBlock>();
        new TreeMap<>(amounts).forEach((resource, bytes) -> blocks.add(new MemoryBlock(nodes, resource, bytes)));
        return blocks;
    }

    private static Map<ResourceName, Long> positive(Map<ResourceName, Long> amounts) {
        var result = new TreeMap<>(amounts);
        result.values().removeIf(bytes -> bytes <= 0);
        return result;
    }
}
