package dev.plimsoll.core.cgroups;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a container runtime is told for one container (CRI), with the cgroup v2 files that follow from it.
 *
 * @param cpuQuota microseconds per period; 0 where there is no limit
 * @param memoryLimit bytes; 0 where there is no limit
 * @param swapLimit bytes of swap beside that memory; 0 where the container has none
 * @param cpu where the CPU limit came from
 * @param memory where the memory limit came from
 */
public record ContainerCgroup(
        long cpuShares,
        long cpuQuota,
        long cpuPeriod,
        long memoryLimit,
        long swapLimit,
        SortedMap<HugePageSize, Long> hugePageLimits,
        int oomScoreAdj,
        LimitOrigin cpu,
        LimitOrigin memory) {

    /** Where a container's limit came from. */
    public enum LimitOrigin {
        /** The container's own {@code resources.limits}. */
        OWN,
        /** {@code spec.resources.limits}, because the container has none. */
        INHERITED,
        /** There is none at either level. */
        NONE
    }

    public ContainerCgroup {
        hugePageLimits = Collections.unmodifiableSortedMap(new TreeMap<>(hugePageLimits));
    }

    /** For a container whose CPUs are its own. */
    public ContainerCgroup withoutCpuQuota() {
        return new ContainerCgroup(
                cpuShares, 0, cpuPeriod, memoryLimit, swapLimit, hugePageLimits, oomScoreAdj, LimitOrigin.NONE, memory);
    }

    public ContainerCgroup withSwap(long bytes) {
        return new ContainerCgroup(
                cpuShares, cpuQuota, cpuPeriod, memoryLimit, bytes, hugePageLimits, oomScoreAdj, cpu, memory);
    }

    /** {@code cpu.weight} as current OCI runtimes compute it. */
    public long cpuWeight() {
        return CpuScale.curvedWeight(cpuShares);
    }

    /** {@code cpu.weight} as runc before 1.3.2 and crun before 1.23 compute it. */
    public long cpuWeightOfOlderRuntimes() {
        return CpuScale.linearWeight(cpuShares);
    }

    /** {@code cpu.max}. */
    public String cpuMax() {
        return CpuScale.cpuMax(cpuQuota, cpuPeriod);
    }

    /** {@code memory.max}. */
    public String memoryMax() {
        return memoryLimit <= 0 ? "max" : Long.toString(memoryLimit);
    }

    /** {@code memory.swap.max}. */
    public String memorySwapMax() {
        return Long.toString(swapLimit);
    }
}
