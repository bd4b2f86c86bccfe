package dev.plimsoll.core.topology.memory;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.machine.NodeMask;

/** An amount of memory or huge pages that comes from some nodes, no matter how it is divided between them. */
public record MemoryBlock(NodeMask nodes, ResourceName resource, long bytes) {
    MemoryBlock withBytes(long changed) {
        return new MemoryBlock(nodes, resource, changed);
    }

    public MemoryBlock reducedBy(long amount) {
        return withBytes(bytes - amount);
    }
}
