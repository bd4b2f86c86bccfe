package dev.plimsoll.core.resize.actuation;

import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.protocol.SandboxResources;
import dev.plimsoll.core.resize.protocol.SandboxResources.Amounts;
import dev.plimsoll.core.resize.resources.PodLimits;

/** What a runtime is told of a pod as a whole: the pod's cgroup without overhead, and overhead on its own. */
public final class SandboxView {
    private SandboxView() {}

    public static SandboxResources of(PodLimits limits, PodSpec spec) {
        var cpu = spec.overhead().amount(ResourceName.CPU).milliValue();
        var memory = spec.overhead().amount(ResourceName.MEMORY).value();
        var overheadQuota = CpuScale.quota(cpu, CpuScale.PERIOD);
        var workload = new Amounts(
                CpuScale.shares(CpuScale.milliOfShares(limits.cpuShares()) - cpu),
                limits.cpuQuota() == PodLimits.UNLIMITED ? 0 : limits.cpuQuota() - overheadQuota,
                CpuScale.PERIOD,
                limits.memoryLimit() == PodLimits.UNLIMITED ? 0 : limits.memoryLimit() - memory);
        var overhead = cpu == 0 && memory == 0
                ? Amounts.NONE
                : new Amounts(CpuScale.shares(cpu), overheadQuota, CpuScale.PERIOD, memory);
        return new SandboxResources(workload, overhead);
    }
}
