package dev.plimsoll.nodeagent.cri.cgroups;

import dev.plimsoll.core.cgroups.ContainerCgroup;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.SandboxResources;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.cri.config.LinuxResources;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a runtime is told of resources. */
public final class LinuxContainerResources {
    private final boolean hasSwap;

    /**
     * For one node.
     *
     * @param hasSwap whether the kernel accounts for swap, so that it can be bounded
     */
    public LinuxContainerResources(boolean hasSwap) {
        this.hasSwap = hasSwap;
    }

    public LinuxResources of(Act.StartContainer start) {
        var placement = start.placementOrNull();
        if (placement == null)
            return start.cpus().isEmpty()
                    ? of(start.values())
                    : of(start.values()).withCpuset(start.cpus().toString(), "");
        var nodes = placement.memoryNodes().stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
        return of(start.values()).withCpuset(start.cpus().toString(), nodes);
    }

    /** Other CPUs, and all else as it is. */
    public static LinuxResources on(CpuSet cpus) {
        return LinuxResources.NONE.withCpuset(cpus.toString(), "");
    }

    public LinuxResources of(ContainerCgroup values) {
        var pages = new TreeMap<String, Long>();
        values.hugePageLimits().forEach((size, bytes) -> pages.put(size.cgroupName(), bytes));
        var unified = new TreeMap<String, String>();
        unified.put("memory.oom.group", "1");
        unified.put("memory.min", "0");
        unified.put("memory.low", "0");
        if (hasSwap) unified.put("memory.swap.max", values.memorySwapMax());
        return LinuxResources.NONE
                .withCpu(values.cpuShares(), values.cpuQuota() <= 0 ? -1 : values.cpuQuota(), values.cpuPeriod())
                .withMemory(values.memoryLimit())
                .withOomScoreAdj(values.oomScoreAdj())
                .withHugepages(pages)
                .withUnified(unified);
    }

    public static LinuxResources of(SandboxResources.Amounts amounts) {
        return LinuxResources.NONE
                .withCpu(amounts.cpuShares(), amounts.cpuQuota(), amounts.cpuPeriod())
                .withMemory(amounts.memoryLimit());
    }
}
