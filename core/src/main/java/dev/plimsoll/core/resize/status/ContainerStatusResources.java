package dev.plimsoll.core.resize.status;

import dev.plimsoll.core.cgroups.CgroupReader;
import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.resources.ContainerLimits;
import org.jspecify.annotations.Nullable;

/**
 * {@code resources} of a container's status. What runs is reported as read back where the runtime says it, else as actuated;
 * what does not run, as allocated. Only a list that the spec has is filled, so that inherited limits do not appear in a
 * container without any.
 */
final class ContainerStatusResources {
    private static final long LEAST_REQUEST = 2;

    private ContainerStatusResources() {}

    static ResourceRequirements of(
            ResourceRequirements allocated, @Nullable ContainerInstance instance, ResourceRequirements actuated) {
        if (instance == null || !instance.isRunning()) return declared(allocated);
        var limits = instance.limits();
        var requests = !allocated.requests().isEmpty()
                ? requests(allocated.requests(), limits, actuated.requests())
                : allocated.requests();
        var bounds = !allocated.limits().isEmpty()
                ? limits(allocated.limits(), limits, actuated.limits())
                : allocated.limits();
        return ResourceRequirements.of(requests, bounds);
    }

    private static ResourceRequirements declared(ResourceRequirements allocated) {
        return allocated.isDeclared() ? allocated : ResourceRequirements.EMPTY;
    }

    private static ResourceAmounts requests(
            ResourceAmounts allocated, @Nullable ContainerLimits limits, ResourceAmounts actuated) {
        var filled = replaced(allocated, ResourceName.MEMORY, actuated.at(ResourceName.MEMORY));
        if (limits == null || limits.saysNothing()) {
            return replaced(filled, ResourceName.CPU, actuated.at(ResourceName.CPU));
        }
        if (limits.cpuShares() < CpuScale.MIN_SHARES) return filled;
        var read = Quantity.ofMilli(CpuScale.milliOfShares(limits.cpuShares()));
        // The way through shares rounds down: what they were made from is what is in force.
        var written = actuated.at(ResourceName.CPU);
        if (written != null && CpuScale.shares(written.milliValue()) == limits.cpuShares()) read = written;
        var own = allocated.amount(ResourceName.CPU);
        if (own.milliValue() <= LEAST_REQUEST && read.milliValue() <= LEAST_REQUEST) return filled;
        return replaced(filled, ResourceName.CPU, read);
    }

    private static ResourceAmounts limits(
            ResourceAmounts allocated, @Nullable ContainerLimits limits, ResourceAmounts actuated) {
        if (limits == null || limits.saysNothing()) {
            return replaced(
                    replaced(allocated, ResourceName.CPU, actuated.at(ResourceName.CPU)),
                    ResourceName.MEMORY,
                    actuated.at(ResourceName.MEMORY));
        }
        var filled = allocated;
        if (limits.memoryLimit() > 0) {
            filled = replaced(filled, ResourceName.MEMORY, Quantity.of(limits.memoryLimit(), QuantityFormat.BINARY_SI));
        }
        var milli = CpuScale.milliOfQuota(limits.cpuQuota(), limits.cpuPeriod());
        if (milli <= 0) return filled;
        var read = Quantity.ofMilli(milli);
        if (CgroupReader.isSameLeastLimit(allocated.amount(ResourceName.CPU), read)) return filled;
        return replaced(filled, ResourceName.CPU, read);
    }

    private static ResourceAmounts replaced(ResourceAmounts amounts, ResourceName name, @Nullable Quantity value) {
        return value == null || value.isZero() ? amounts : amounts.with(name, value);
    }
}
