package dev.plimsoll.core.topology.memory;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The memory of one NUMA node.
 *
 * @param assignments how many blocks come from it
 * @param cells the nodes that give blocks together with it, itself included
 */
public record NodeMemory(int assignments, NodeMask cells, SortedMap<ResourceName, MemoryTable> tables) {
    public NodeMemory {
        tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
    }

    /** A page size that the node does not have counts as none of it. */
    public MemoryTable table(ResourceName resource) {
        return tables.getOrDefault(resource, MemoryTable.NOTHING);
    }

    public boolean isAssigned() {
        return assignments > 0;
    }

    public boolean isGrouped() {
        return cells.size() > 1;
    }

    NodeMemory with(int changedAssignments, NodeMask changedCells) {
        return new NodeMemory(changedAssignments, changedCells, tables);
    }

    NodeMemory with(ResourceName resource, MemoryTable table) {
        if (!tables.containsKey(resource)) return this;
        var changed = new TreeMap<>(tables);
        changed.put(resource, table);
        return new NodeMemory(assignments, cells, changed);
    }
}
