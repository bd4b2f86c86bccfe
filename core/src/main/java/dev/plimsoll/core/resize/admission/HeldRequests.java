package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.demand.EffectiveDemand.StatusOverhead;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.state.Held;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.status.StatusGeneration;

/**
 * What a pod counts for on its node: the larger of what it was promised and what it still has. A pod that was promised less
 * frees the difference only when it was really taken from it.
 *
 * <p>What it still has is what the node tells of it, counted as everybody counts who reads that: so nobody sends a pod into room
 * that the node does not have. A reading of the kernel beyond what the node itself wrote is told and holds nothing. Neither does a
 * container that has grown beside one that has not shrunk yet: nobody was promised that much, and nobody could have known of it.
 */
public final class HeldRequests {
    private final PodDemand demand;
    private final EffectiveDemand effective;
    private final StatusGeneration status;

    private HeldRequests(PodDemand demand, EffectiveDemand effective, StatusGeneration status) {
        this.demand = demand;
        this.effective = effective;
        this.status = status;
    }

    public static HeldRequests under(FeatureGates gates) {
        // Where the pod as a whole is told of though the gate is off, it counts: who reads that may have the gate on.
        var own = gates.with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, true);
        return new HeldRequests(
                PodDemand.under(gates),
                EffectiveDemand.under(own, StatusOverhead.INCLUDED),
                StatusGeneration.under(gates));
    }

    public Held of(PodRecord record) {
        var allocated = record.allocatedOrNull();
        if (allocated == null || !record.stage().holdsResources()) return Held.NOTHING;
        var spec = allocated.over(record.pod().spec());
        var held = demand.requests(spec);
        var inForce = status.inForce(record);
        if (!inForce.equals(spec)) held = held.max(bounded(record, stillHas(record, spec, inForce), held));
        // Until a change is on disk a crash brings back what was before.
        var before = record.savingBeforeOrNull();
        if (before != null)
            held = demand.requests(before.over(record.pod().spec())).max(held);
        return Held.of(held);
    }

    /**
     * No more than before, or than was promised. After a restart what it counted for before is in its checkpoint; where it is not, no
     * more than the API shows if it shows anything.
     */
    private ResourceAmounts bounded(PodRecord record, ResourceAmounts amounts, ResourceAmounts allocated) {
        var before = record.held();
        if (before.pods() > 0) return lesser(amounts, allocated.max(before.amounts()));
        var isShown = record.pod().status().showsAdmission();
        return isShown ? lesser(amounts, allocated.max(effective.requests(record.pod()))) : amounts;
    }

    private ResourceAmounts stillHas(PodRecord record, PodSpec allocated, PodSpec inForce) {
        var told = effective.requests(record.pod().withSpec(allocated).withStatus(status.resources(record)));
        return lesser(told, demand.requests(inForce));
    }

    private static ResourceAmounts lesser(ResourceAmounts amounts, ResourceAmounts most) {
        var lesser = amounts.retaining(most::contains);
        for (var name : lesser.names()) {
            if (lesser.amount(name).isGreaterThan(most.amount(name))) lesser = lesser.with(name, most.amount(name));
        }
        return lesser;
    }
}
