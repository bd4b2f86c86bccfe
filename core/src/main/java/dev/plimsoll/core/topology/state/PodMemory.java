package dev.plimsoll.core.topology.state;

import dev.plimsoll.core.topology.memory.MemoryBlock;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The memory of one pod.
 *
 * @param pool all memory of a pod that is placed as one, the only blocks that are charged then; else empty
 * @param containers blocks by container
 */
public record PodMemory(List<MemoryBlock> pool, SortedMap<String, List<MemoryBlock>> containers) {
    public static final PodMemory NONE = new PodMemory(List.of(), new TreeMap<>());

    public PodMemory {
        pool = List.copyOf(pool);
        var copy = new TreeMap<String, List<MemoryBlock>>();
        containers.forEach((name, blocks) -> copy.put(name, List.copyOf(blocks)));
        containers = Collections.unmodifiableSortedMap(copy);
    }

    public List<MemoryBlock> of(String container) {
        return containers.getOrDefault(container, List.of());
    }

    /** The blocks that nodes are charged for. */
    public List<MemoryBlock> charged() {
        return pool.isEmpty()
                ? containers.values().stream().flatMap(List::stream).toList()
                : pool;
    }

    public PodMemory with(String container, List<MemoryBlock> blocks) {
        var changed = new TreeMap<>(containers);
        changed.put(container, blocks);
        return new PodMemory(pool, changed);
    }

    PodMemory without(String container) {
        var changed = new TreeMap<>(containers);
        changed.remove(container);
        return new PodMemory(pool, changed);
    }

    PodMemory withPool(List<MemoryBlock> changed) {
        return new PodMemory(changed, containers);
    }
}
