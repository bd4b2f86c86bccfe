package dev.plimsoll.core.cgroups;

import java.util.Collections;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The values of a pod's own cgroup.
 *
 * @param cpuShares in cgroup v1 terms; {@link #cpuWeight()} is what is written
 * @param cpuQuotaOrNull microseconds per period; null where the pod may use all CPUs
 * @param memoryLimitOrNull bytes; null where the pod may use all memory
 * @param hugePageLimits bytes per page size
 */
public record PodCgroup(
        long cpuShares,
        @Nullable Long cpuQuotaOrNull,
        @Nullable Long memoryLimitOrNull,
        SortedMap<HugePageSize, Long> hugePageLimits) {

    public PodCgroup {
        hugePageLimits = Collections.unmodifiableSortedMap(new TreeMap<>(hugePageLimits));
    }

    public OptionalLong cpuQuota() {
        return cpuQuotaOrNull == null ? OptionalLong.empty() : OptionalLong.of(cpuQuotaOrNull);
    }

    public OptionalLong memoryLimit() {
        return memoryLimitOrNull == null ? OptionalLong.empty() : OptionalLong.of(memoryLimitOrNull);
    }

    /** {@code cpu.weight}. */
    public long cpuWeight() {
        return CpuScale.linearWeight(cpuShares);
    }

    /** {@code cpu.max}. */
    public String cpuMax() {
        return CpuScale.cpuMax(cpuQuotaOrNull == null ? CpuScale.NO_QUOTA : cpuQuotaOrNull, CpuScale.PERIOD);
    }

    /** {@code memory.max}. */
    public String memoryMax() {
        return memoryLimitOrNull == null || memoryLimitOrNull <= 0 ? "max" : Long.toString(memoryLimitOrNull);
    }

    /** With all CPU time allowed: for pods with exclusive CPUs, and where quotas are switched off. */
    public PodCgroup withoutCpuQuota() {
        return new PodCgroup(cpuShares, null, memoryLimitOrNull, hugePageLimits);
    }
}
