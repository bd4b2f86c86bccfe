package dev.plimsoll.cri.config;

import java.util.Map;

/**
 * Resources of a container or sandbox; 0 and empty mean: not specified.
 *
 * @param cpuPeriod microseconds
 * @param cpuQuota microseconds per period; less than 0 for none
 * @param memoryLimit bytes
 * @param hugepageLimits bytes by page size as cgroup files name it: {@code 2MB}
 * @param unified values by the name of a cgroup v2 file
 */
public record LinuxResources(
        long cpuPeriod,
        long cpuQuota,
        long cpuShares,
        long memoryLimit,
        long oomScoreAdj,
        String cpusetCpus,
        String cpusetMems,
        Map<String, Long> hugepageLimits,
        Map<String, String> unified,
        long memorySwapLimit) {
    public static final LinuxResources NONE = new LinuxResources(0, 0, 0, 0, 0, "", "", Map.of(), Map.of(), 0);

    public LinuxResources {
        hugepageLimits = Map.copyOf(hugepageLimits);
        unified = Map.copyOf(unified);
    }

    public LinuxResources withCpu(long shares, long quota, long period) {
        return new LinuxResources(
                period,
                quota,
                shares,
                memoryLimit,
                oomScoreAdj,
                cpusetCpus,
                cpusetMems,
                hugepageLimits,
                unified,
                memorySwapLimit);
    }

    public LinuxResources withMemory(long limit) {
        return new LinuxResources(
                cpuPeriod,
                cpuQuota,
                cpuShares,
                limit,
                oomScoreAdj,
                cpusetCpus,
                cpusetMems,
                hugepageLimits,
                unified,
                memorySwapLimit);
    }

    public LinuxResources withOomScoreAdj(long score) {
        return new LinuxResources(
                cpuPeriod,
                cpuQuota,
                cpuShares,
                memoryLimit,
                score,
                cpusetCpus,
                cpusetMems,
                hugepageLimits,
                unified,
                memorySwapLimit);
    }

    public LinuxResources withCpuset(String cpus, String mems) {
        return new LinuxResources(
                cpuPeriod,
                cpuQuota,
                cpuShares,
                memoryLimit,
                oomScoreAdj,
                cpus,
                mems,
                hugepageLimits,
                unified,
                memorySwapLimit);
    }

    public LinuxResources withHugepages(Map<String, Long> limits) {
        return new LinuxResources(
                cpuPeriod,
                cpuQuota,
                cpuShares,
                memoryLimit,
                oomScoreAdj,
                cpusetCpus,
                cpusetMems,
                limits,
                unified,
                memorySwapLimit);
    }

    public LinuxResources withUnified(Map<String, String> values) {
        return new LinuxResources(
                cpuPeriod,
                cpuQuota,
                cpuShares,
                memoryLimit,
                oomScoreAdj,
                cpusetCpus,
                cpusetMems,
                hugepageLimits,
                values,
                memorySwapLimit);
    }
}
