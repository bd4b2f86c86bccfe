package dev.plimsoll.core.topology.placement;

import dev.plimsoll.core.cgroups.ContainerCgroup;
import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.hints.Hint;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.NodeMask;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import java.util.List;

/**
 * What one container runs on, and why.
 *
 * @param cpus assigned to it; empty where it runs on the node's shared pool
 * @param memory assigned to it; empty where its memory may come from anywhere
 * @param agreed the nodes that all of its resources agreed on
 */
public record ContainerPlacement(
        String container,
        CpuSet cpus,
        Isolation cpuIsolation,
        Rule cpuRule,
        List<MemoryBlock> memory,
        Isolation memoryIsolation,
        Rule memoryRule,
        Hint agreed) {

    public ContainerPlacement {
        memory = List.copyOf(memory);
    }

    /** CPUs that no other container may use; none where they are shared. */
    public CpuSet exclusiveCpus() {
        return cpuIsolation == Isolation.CONTAINER ? cpus : CpuSet.EMPTY;
    }

    /** The NUMA nodes of its memory: its {@code cpuset.mems}; none where it may come from anywhere. */
    public NodeMask memoryNodes() {
        var bits = 0L;
        for (var block : memory) bits |= block.nodes().bits();
        return new NodeMask(bits);
    }

    /** What its cgroup holds where these are the values that follow from its spec. */
    public ContainerCgroup inForce(ContainerCgroup values) {
        return hasCpuQuota() ? values : values.withoutCpuQuota();
    }

    /** Whether the kernel limits its CPU time. */
    public boolean hasCpuQuota() {
        return cpuIsolation != Isolation.CONTAINER;
    }
}
