package dev.plimsoll.simulation;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;

/** Arithmetic for tests. */
final class Amounts {
    private Amounts() {}

    static ResourceRequirements scaled(
            ResourceRequirements own, int cpuTimes, int cpuBy, int memoryTimes, int memoryBy) {
        if (!own.isDeclared()) return own;
        return ResourceRequirements.of(
                scaled(own.requests(), cpuTimes, cpuBy, memoryTimes, memoryBy),
                scaled(own.limits(), cpuTimes, cpuBy, memoryTimes, memoryBy));
    }

    private static ResourceAmounts scaled(
            ResourceAmounts amounts, int cpuTimes, int cpuBy, int memoryTimes, int memoryBy) {
        var changed = amounts;
        var cpu = amounts.at(ResourceName.CPU);
        if (cpu != null)
            changed = changed.with(ResourceName.CPU, Quantity.ofMilli(cpu.milliValue() * cpuTimes / cpuBy));
        var memory = amounts.at(ResourceName.MEMORY);
        if (memory != null) {
            var bytes = memory.value() * memoryTimes / memoryBy;
            changed = changed.with(ResourceName.MEMORY, Quantity.of(bytes, QuantityFormat.BINARY_SI));
        }
        return changed;
    }
}
