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
    private static final EffectiveDemand HELD = EffectiveDemand.under(FeatureGates.DEFAULT, StatusOverhead.INCLUDED);

    static PodAmounts of(Pod pod) {
        var held = HELD.requests(pod);
        return new PodAmounts(
                PodStates.of(pod, null, Compute.CPU),
                PodStates.of(pod, null, Compute.MEMORY),
                Compute.CPU.unitsOf(held),
                Compute.MEMORY.unitsOf(held));
    }
}
