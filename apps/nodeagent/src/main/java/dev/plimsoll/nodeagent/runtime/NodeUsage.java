package dev.plimsoll.nodeagent.runtime;

import dev.plimsoll.nodeagent.runtime.PodRuntime.PodUsage;
import java.util.Map;

/**
 * What a node uses as a whole, the system's own part included.
 *
 * @param cpuNanos used since it started
 * @param cpuNanoCores used per second of late
 * @param workingSet bytes that cannot be taken back without harm
 */
public record NodeUsage(long cpuNanos, long cpuNanoCores, long memoryBytes, long workingSet) {
    /** Of a node on which nothing but pods uses anything. */
    public static NodeUsage sumOf(Map<String, PodUsage> pods) {
        var cpuNanos = 0L;
        var cpuNanoCores = 0L;
        var memoryBytes = 0L;
        var workingSet = 0L;
        for (var pod : pods.values()) {
            cpuNanos += pod.cpuNanos();
            cpuNanoCores += pod.cpuNanoCores();
            memoryBytes += pod.memoryBytes();
            workingSet += pod.workingSet();
        }
        return new NodeUsage(cpuNanos, cpuNanoCores, memoryBytes, workingSet);
    }
}
