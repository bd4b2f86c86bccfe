package dev.plimsoll.core.allocatable;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;

/**
 * What of a node's capacity is given to pods: capacity without what the system keeps and without what eviction keeps free. Memory
 * in huge pages is nobody else's.
 *
 * <p>The static resource managers keep CPUs, memory and huge pages too, which they never give away. Both settings are about the same
 * part of the machine, so that the larger one counts: more than the managers can give is never promised.
 *
 * @param reserved kept by {@code kubeReserved} and {@code systemReserved} together
 * @param managed kept by the resource managers; their memory includes what eviction keeps free
 */
public record NodeAllocatable(
        ResourceAmounts capacity, ResourceAmounts reserved, ResourceAmounts managed, EvictionHard evictionHard) {

    /** What {@code status.allocatable} says. */
    public ResourceAmounts amounts() {
        var amounts = capacity;
        var pages = Quantity.ZERO;
        for (var name : capacity.names()) {
            amounts = amounts.with(name, left(name, evicted(name)));
            if (name.isHugePages()) pages = pages.plus(capacity.amount(name));
        }
        if (pages.isZero()) return amounts;
        return amounts.with(ResourceName.MEMORY, without(amounts.amount(ResourceName.MEMORY), pages));
    }

    /** What bounds all pods together ({@code enforceNodeAllocatable}): eviction comes before that is reached. */
    public ResourceAmounts enforced() {
        var amounts = capacity;
        for (var name : capacity.names())
            amounts = amounts.with(name, without(capacity.amount(name), reserved.amount(name)));
        return amounts;
    }

    private Quantity left(ResourceName name, Quantity evicted) {
        var kept = reserved.amount(name).plus(evicted);
        var own = managed.amount(name);
        return without(capacity.amount(name), own.isGreaterThan(kept) ? own : kept);
    }

    private Quantity evicted(ResourceName name) {
        if (name.equals(ResourceName.MEMORY)) return bytes(evictionHard.memory(), name);
        return name.equals(ResourceName.EPHEMERAL_STORAGE) ? bytes(evictionHard.nodefs(), name) : Quantity.ZERO;
    }

    private Quantity bytes(EvictionThreshold threshold, ResourceName name) {
        return Quantity.of(threshold.bytes(capacity.amount(name).value()), QuantityFormat.BINARY_SI);
    }

    private static Quantity without(Quantity all, Quantity taken) {
        return taken.isGreaterThan(all) ? Quantity.ZERO : all.minus(taken);
    }
}
