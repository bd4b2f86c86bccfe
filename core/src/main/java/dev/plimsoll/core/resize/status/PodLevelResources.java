package dev.plimsoll.core.resize.status;

import dev.plimsoll.core.cgroups.CgroupReading;
import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.resize.state.PodLimits;
import org.jspecify.annotations.Nullable;

/** {@code status.resources} of a pod: what its cgroup says while it runs, what was allocated before. */
final class PodLevelResources {
    private final PodDemand demand;

    PodLevelResources(PodDemand demand) {
        this.demand = demand;
    }

    ResourceRequirements beforeRunning(PodSpec spec) {
        return ResourceRequirements.of(demand.requests(spec), demand.limits(spec));
    }

    /** Of a pod that runs. Where the kernel has no limit there is none, whatever was reported before. */
    ResourceRequirements running(PodSpec spec, @Nullable PodLimits read) {
        var podLevel = spec.resources();
        var requests = podLevel.requests();
        if (!requests.contains(ResourceName.MEMORY)) {
            var memory = demand.requests(spec).at(ResourceName.MEMORY);
            if (memory != null && !memory.isZero()) requests = requests.with(ResourceName.MEMORY, memory);
        }
        var limits = podLevel.limits();
        if (read == null) return ResourceRequirements.of(requests, limits);
        var allocated = podLevel.requests().amount(ResourceName.CPU);
        var written = withOverhead(spec, allocated);
        if (!CgroupReading.stillMeans(written, read.cpuWeight())) {
            requests = requests.with(ResourceName.CPU, CgroupReading.cpuRequest(read.cpuWeight()));
        } else if (written.isGreaterThan(allocated)) {
            requests = requests.with(ResourceName.CPU, written);
        }
        limits = cpuLimit(limits, read);
        limits = memoryLimit(limits, read);
        return ResourceRequirements.of(requests, limits);
    }

    /** The weight was written for the request with overhead. */
    private static Quantity withOverhead(PodSpec spec, Quantity request) {
        return request.isZero() ? request : request.plus(spec.overhead().amount(ResourceName.CPU));
    }

    private static ResourceAmounts cpuLimit(ResourceAmounts limits, PodLimits read) {
        if (read.cpuQuota() == PodLimits.UNLIMITED) return limits;
        var quantity = Quantity.ofMilli(CpuScale.milliOfQuota(read.cpuQuota(), CpuScale.PERIOD));
        var own = limits.at(ResourceName.CPU);
        if (own != null && CgroupReading.isSameLeastLimit(own, quantity)) return limits;
        return limits.with(ResourceName.CPU, quantity);
    }

    private static ResourceAmounts memoryLimit(ResourceAmounts limits, PodLimits read) {
        if (read.memoryLimit() == PodLimits.UNLIMITED) return limits;
        return limits.with(ResourceName.MEMORY, Quantity.of(read.memoryLimit(), QuantityFormat.BINARY_SI));
    }
}
