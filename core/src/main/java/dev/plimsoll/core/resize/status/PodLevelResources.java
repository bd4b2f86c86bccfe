package dev.plimsoll.core.resize.status;

import dev.plimsoll.core.cgroups.CgroupReader;
import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.List;

/**
 * {@code status.resources} of a pod (KEP-5419): what the pod level says or else the aggregate of the containers, overhead included in
 * every resource. Once the pod has a cgroup this is what is in force, never what was merely allocated: limits as the kernel holds
 * them, the cpu request as its weight says, and the memory request as the runtime last accepted it, for the kernel holds none.
 */
final class PodLevelResources {
    private final PodDemand demand;
    private final CgroupValues values;

    PodLevelResources(PodDemand demand, CgroupValues values) {
        this.demand = demand;
        this.values = values;
    }

    ResourceRequirements of(PodRecord record) {
        var read = record.actual().podOrNull();
        if (read == null) return allocated(record.allocatedSpec());
        var inForce = PodInForce.of(record, values);
        var requests = demand.requests(inForce);
        // A class can have a weight of its own, such as that of pods which ask for nothing but their overhead.
        var isAsWritten = PodLimits.of(values.pod(inForce)).cpuWeight() == read.cpuWeight();
        var cpu = isAsWritten ? requests.amount(ResourceName.CPU) : cpuRequest(record, requests, read);
        if (!cpu.isZero() || requests.contains(ResourceName.CPU)) requests = requests.with(ResourceName.CPU, cpu);
        return ResourceRequirements.of(requests, limits(inForce, read));
    }

    /** Before there is anything that could be read. */
    ResourceRequirements allocated(PodSpec spec) {
        return ResourceRequirements.of(demand.requests(spec), meaningful(spec));
    }

    /** Limits that bound the pod: a container without one is not bounded, and so neither is the pod. */
    private ResourceAmounts meaningful(PodSpec spec) {
        return demand.limits(spec).retaining(name -> values.isPodBounded(spec, name));
    }

    /**
     * A weight stands for a range of requests. It is the request that is known to have been written, as long as it can be; only a
     * weight that nobody here wrote is reported as it reads.
     */
    private Quantity cpuRequest(PodRecord record, ResourceAmounts inForce, PodLimits read) {
        var known = List.of(
                inForce,
                demand.requests(record.allocatedSpec()),
                record.published().resources().requests(),
                record.pod().status().resources().requests());
        for (var amounts : known) {
            var request = amounts.amount(ResourceName.CPU);
            if (CgroupReader.stillMeans(request, read.cpuWeight())) return request;
        }
        return CgroupReader.cpuRequest(read.cpuWeight());
    }

    /** Where the kernel has no limit there is none, but for one of the pod level that its own CPUs stand for. */
    private ResourceAmounts limits(PodSpec inForce, PodLimits read) {
        var known = demand.limits(inForce);
        var limits = meaningful(inForce)
                .retaining(name -> !name.equals(ResourceName.CPU) && !name.equals(ResourceName.MEMORY));
        if (read.cpuQuota() != PodLimits.UNLIMITED) {
            var quota = Quantity.ofMilli(CpuScale.milliOfQuota(read.cpuQuota(), CpuScale.PERIOD));
            var limit = known.amount(ResourceName.CPU);
            var isLeast = !limit.isZero() && CgroupReader.isSameLeastLimit(limit, quota);
            limits = limits.with(ResourceName.CPU, isLeast ? limit : quota);
        } else if (inForce.resources().limits().contains(ResourceName.CPU)) {
            limits = limits.with(ResourceName.CPU, known.amount(ResourceName.CPU));
        }
        if (read.memoryLimit() == PodLimits.UNLIMITED) return limits;
        return limits.with(ResourceName.MEMORY, Quantity.of(read.memoryLimit(), QuantityFormat.BINARY_SI));
    }
}
