package dev.plimsoll.core.resize.resources;

import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.cgroups.PodCgroup;

/**
 * What bounds a pod as a whole: the values of its cgroup that a resize changes.
 *
 * @param cpuShares in cgroup v1 terms
 * @param cpuWeight what the kernel holds for them; different shares may have the same weight
 * @param cpuQuota microseconds per {@link CpuScale#PERIOD}, or {@link #UNLIMITED}
 * @param memoryLimit bytes, or {@link #UNLIMITED}
 */
public record PodLimits(long cpuShares, long cpuWeight, long cpuQuota, long memoryLimit) {
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** What is written for a pod. */
    public static PodLimits of(PodCgroup cgroup) {
        return new PodLimits(
                cgroup.cpuShares(),
                cgroup.cpuWeight(),
                orUnlimited(cgroup.cpuQuota().orElse(0)),
                orUnlimited(cgroup.memoryLimit().orElse(0)));
    }

    /** What was read back; zero and less stand for no limit. The quota is per {@link CpuScale#PERIOD}. */
    public static PodLimits read(long cpuWeight, long cpuQuota, long memoryLimit) {
        return new PodLimits(
                CpuScale.sharesOfLinearWeight(cpuWeight), cpuWeight, orUnlimited(cpuQuota), orUnlimited(memoryLimit));
    }

    /** Values of zero and less, with which the kernel's interfaces say that there is no limit, are none. */
    public static long orUnlimited(long value) {
        return value <= 0 ? UNLIMITED : value;
    }

    /** Whether the kernel holds the same. */
    public boolean isSameAs(PodLimits other) {
        return cpuWeight == other.cpuWeight && cpuQuota == other.cpuQuota && memoryLimit == other.memoryLimit;
    }

    public PodLimits withCpuSharesOf(PodLimits other) {
        return new PodLimits(other.cpuShares, other.cpuWeight, cpuQuota, memoryLimit);
    }

    public PodLimits withCpuQuota(long changed) {
        return new PodLimits(cpuShares, cpuWeight, changed, memoryLimit);
    }

    public PodLimits withMemoryLimit(long changed) {
        return new PodLimits(cpuShares, cpuWeight, cpuQuota, changed);
    }
}
