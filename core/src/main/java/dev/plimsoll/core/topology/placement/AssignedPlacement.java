package dev.plimsoll.core.topology.placement;

import dev.plimsoll.core.cgroups.PodCgroup;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import dev.plimsoll.core.topology.state.OwnResources;
import java.util.List;

/**
 * What a pod runs on.
 *
 * @param podCpus all CPUs of a pod that is placed as one; else empty
 * @param podMemory all memory of a pod that is placed as one; else empty
 * @param hasPodCpuQuota whether the kernel limits the CPU time of the pod as a whole
 * @param containers init containers in order, then regular ones in order
 */
public record AssignedPlacement(
        String uid,
        CpuSet podCpus,
        List<MemoryBlock> podMemory,
        boolean hasPodCpuQuota,
        List<ContainerPlacement> containers) {
    public AssignedPlacement {
        podMemory = List.copyOf(podMemory);
        containers = List.copyOf(containers);
    }

    public ContainerPlacement container(String name) {
        for (var container : containers) {
            if (container.container().equals(name)) return container;
        }
        throw new IllegalArgumentException("no container \"" + name + "\"");
    }

    /** What is noted at a container when it starts. */
    public OwnResources ownResources(String name) {
        var container = container(name);
        return new OwnResources(container.cpus(), podCpus, container.memory(), podMemory);
    }

    /** Whether the pod has CPUs or memory that the rest of the node has not. */
    public boolean hasOwnResources() {
        for (var container : containers) {
            if (!container.cpus().isEmpty() || !container.memory().isEmpty()) return true;
        }
        return !podCpus.isEmpty() || !podMemory.isEmpty();
    }

    /** What the pod's cgroup holds where these are the values that follow from its spec. */
    public PodCgroup inForce(PodCgroup values) {
        return hasPodCpuQuota ? values : values.withoutCpuQuota();
    }

    /** CPUs of the pod that no container may use to itself nor shares. */
    public CpuSet idleCpus() {
        var idle = podCpus;
        for (var container : containers) idle = idle.minus(container.cpus());
        return idle;
    }
}
