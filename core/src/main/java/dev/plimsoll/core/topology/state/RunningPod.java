package dev.plimsoll.core.topology.state;

import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A pod with containers that run, found at a start.
 *
 * @param name with its namespace; its uid where nobody knows the name
 * @param isKnown whether it was noted at each of its running containers what they were given
 * @param containers what was noted, by container
 */
public record RunningPod(String name, boolean isKnown, SortedMap<String, OwnResources> containers) {
    public RunningPod {
        containers = Collections.unmodifiableSortedMap(new TreeMap<>(containers));
    }

    /** CPUs of the pod, as its containers run on them. */
    public PodCpus cpus() {
        var pool = CpuSet.EMPTY;
        var own = new TreeMap<String, CpuSet>();
        for (var container : containers.entrySet()) {
            pool = pool.union(container.getValue().podCpus());
            var cpus = container.getValue().cpus();
            if (!cpus.isEmpty()) own.put(container.getKey(), cpus);
        }
        return new PodCpus(pool, own, new TreeMap<>());
    }

    /** Memory of the pod, as its containers have it. */
    public PodMemory memory() {
        List<MemoryBlock> pool = List.of();
        var own = new TreeMap<String, List<MemoryBlock>>();
        for (var container : containers.entrySet()) {
            if (pool.isEmpty()) pool = container.getValue().podMemory();
            var blocks = container.getValue().memory();
            if (!blocks.isEmpty()) own.put(container.getKey(), blocks);
        }
        return new PodMemory(pool, own);
    }
}
