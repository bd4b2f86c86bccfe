package dev.plimsoll.nodeagent.cri;

import dev.plimsoll.core.cgroups.ContainerCgroup;
import dev.plimsoll.core.resize.protocol.SandboxResources;
import dev.plimsoll.core.topology.ContainerPlacement;
import dev.plimsoll.cri.LinuxResources;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a runtime is told of resources. */
final class ContainerResources {
    private final boolean hasSwap;

    /**
     * For one node.
     *
     * @param hasSwap whether the kernel accounts for swap, so that it can be forbidden
     */
    ContainerResources(boolean hasSwap) {
        this.hasSwap = hasSwap;
    }

    LinuxResources of(ContainerCgroup values, @Nullable ContainerPlacement placement) {
        var quota = placement == null || placement.hasCpuQuota() ? values.cpuQuota() : -1;
        var resources = of(values).withCpu(values.cpuShares(), quota, values.cpuPeriod());
        if (placement == null) return resources;
        var nodes = placement.memoryNodes().stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
        return resources.withCpuset(placement.cpus().toString(), nodes);
    }

    LinuxResources of(ContainerCgroup values) {
        var pages = new TreeMap<String, Long>();
        values.hugePageLimits().forEach((size, bytes) -> pages.put(size.cgroupName(), bytes));
        var unified = new TreeMap<String, String>();
        unified.put("memory.oom.group", "1");
        unified.put("memory.min", "0");
        unified.put("memory.low", "0");
        if (hasSwap) unified.put("memory.swap.max", "0");
        return LinuxResources.NONE
                .withCpu(values.cpuShares(), values.cpuQuota(), values.cpuPeriod())
                .withMemory(values.memoryLimit())
                .withOomScoreAdj(values.oomScoreAdj())
                .withHugepages(pages)
                .withUnified(unified);
    }

    static LinuxResources of(SandboxResources.Amounts amounts) {
        return LinuxResources.NONE
                .withCpu(amounts.cpuShares(), amounts.cpuQuota(), amounts.cpuPeriod())
                .withMemory(amounts.memoryLimit());
    }
}
