package dev.plimsoll.core.resize.eviction;

import dev.plimsoll.core.model.PodDetails.Volume;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.resources.StorageUsage;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the pods of a node use of what it may run short of, by uid. Pods that could not be read are not there.
 *
 * @param memory working sets
 * @param processes how many a pod has
 */
public record PodConsumption(
        Map<String, MemoryUsage> memory, Map<String, StorageUsage> storage, Map<String, Long> processes) {
    public PodConsumption {
        memory = Map.copyOf(memory);
        storage = Map.copyOf(storage);
        processes = Map.copyOf(processes);
    }

    public static PodConsumption ofMemory(Map<String, MemoryUsage> memory) {
        return new PodConsumption(memory, Map.of(), Map.of());
    }

    MemoryUsage memoryOf(PodRecord pod) {
        return memory.getOrDefault(pod.uid(), new MemoryUsage(null, Map.of()));
    }

    /** All that a pod has on the node's disk; null where that is not known. */
    @Nullable
    Long stored(PodRecord pod) {
        var known = storage.get(pod.uid());
        return known == null ? null : onDisk(pod, known);
    }

    /** All of a reading that is on the node's disk: what is in memory is not. */
    public static long onDisk(PodRecord pod, StorageUsage usage) {
        return usage.containers().values().stream().mapToLong(Long::longValue).sum()
                + pod.allocatedSpec().details().volumes().stream()
                        .filter(PodConsumption::isOnDisk)
                        .mapToLong(volume -> usage.volumes().getOrDefault(volume.name(), 0L))
                        .sum();
    }

    private static boolean isOnDisk(Volume volume) {
        return volume.emptyDirOrNull() != null && !volume.emptyDirOrNull().isInMemory();
    }
}
