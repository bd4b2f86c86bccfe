package dev.plimsoll.console.cluster;

import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.demand.EffectiveDemand.StatusOverhead;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;

/**
 * CPU and memory of a pod: in its states, without what it uses, and what it counts for on its node.
 *
 * @param heldCpu as the scheduler counts it
 */
record PodAmounts(ResourceStates cpu, ResourceStates memory, long heldCpu, long heldMemory) {
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final EffectiveDemand HELD = EffectiveDemand.under(FeatureGates.DEFAULT, StatusOverhead.INCLUDED);

    static PodAmounts of(Pod pod) {
        var held = HELD.requests(pod);
        return new PodAmounts(
                PodStates.of(pod, null, Compute.CPU),
                PodStates.of(pod, null, Compute.MEMORY),
                Compute.CPU.unitsOf(held),
                Compute.MEMORY.unitsOf(held));
    }

    /** Amounts of memory are multiples of large powers of two, and most of these are the same: with the usual factors they would cancel each other out. */
    @Override
    public int hashCode() {
        var mixed = cpu.hashCode() * MIX + memory.hashCode();
        mixed = (mixed * MIX + heldCpu) * MIX + heldMemory;
        return (int) ((mixed * MIX) >>> Integer.SIZE);
    }
}
