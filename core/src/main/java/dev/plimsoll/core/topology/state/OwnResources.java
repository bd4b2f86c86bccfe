package dev.plimsoll.core.topology.state;

import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import java.util.List;

/**
 * What a container was given when it was started, as whoever runs it has noted it. With it a lost checkpoint is made again.
 *
 * @param cpus its own, or those that it shares with its pod alone; empty where it runs on the node's shared pool
 * @param podCpus all CPUs of a pod that is placed as one; else empty
 * @param memory its own; empty where its memory may come from anywhere
 * @param podMemory all memory of a pod that is placed as one; else empty
 */
public record OwnResources(CpuSet cpus, CpuSet podCpus, List<MemoryBlock> memory, List<MemoryBlock> podMemory) {
    /** Of a container that shares all it uses with the rest of the node. */
    public static final OwnResources NONE = new OwnResources(CpuSet.EMPTY, CpuSet.EMPTY, List.of(), List.of());

    public OwnResources {
        memory = List.copyOf(memory);
        podMemory = List.copyOf(podMemory);
    }

    /** Without what is charged for the container alone; its share of a pool costs nothing. */
    public OwnResources withoutMemory() {
        return podMemory.isEmpty() ? new OwnResources(cpus, podCpus, List.of(), List.of()) : this;
    }

    /** After a move: a container on shared CPUs still has none of its own. */
    public OwnResources movedTo(CpuSet changed) {
        if (cpus.isEmpty()) return this;
        return new OwnResources(changed, podCpus.isEmpty() ? podCpus : podCpus.union(changed), memory, podMemory);
    }
}
