package dev.plimsoll.core.resize.resources;

/**
 * What a runtime says bounds a container; 0 where it does not say.
 *
 * @param cpuShares in cgroup v1 terms
 * @param cpuQuota microseconds per period; -1 where there is no limit
 * @param memoryLimit bytes
 */
public record ContainerLimits(long cpuShares, long cpuQuota, long cpuPeriod, long memoryLimit) {
    public boolean saysNothing() {
        return cpuShares == 0 && cpuQuota == 0 && cpuPeriod == 0 && memoryLimit == 0;
    }
}
