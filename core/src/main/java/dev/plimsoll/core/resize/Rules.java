package dev.plimsoll.core.resize;

import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.resize.actuation.Actuation;
import dev.plimsoll.core.resize.admission.Feasibility;
import dev.plimsoll.core.resize.admission.HeldRequests;
import dev.plimsoll.core.resize.admission.NodeRules;
import dev.plimsoll.core.resize.admission.PendingOrder;
import dev.plimsoll.core.resize.admission.PodAdmission;
import dev.plimsoll.core.resize.admission.Preemption;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.status.StatusGeneration;
import dev.plimsoll.core.topology.Pinning;
import org.jspecify.annotations.Nullable;

/** The decisions that the machine is put together from. */
record Rules(
        PodAdmission admission,
        Feasibility feasibility,
        PendingOrder order,
        HeldRequests held,
        Actuation actuation,
        StatusGeneration status,
        PodQos qos,
        @Nullable Pinning pinning) {

    static Rules under(FeatureGates gates, @Nullable Pinning pinning) {
        var nodeRules = NodeRules.under(gates);
        var preemption = Preemption.under(gates);
        return new Rules(
                new PodAdmission(nodeRules, preemption, pinning),
                new Feasibility(gates, nodeRules, preemption, pinning),
                PendingOrder.under(gates),
                HeldRequests.under(gates),
                Actuation.under(gates),
                StatusGeneration.under(gates),
                PodQos.under(gates),
                pinning);
    }

    boolean hasCpuQuota(NodeState state, PodRecord record) {
        return pinning == null
                || pinning.placement(state.pinned(), record.allocatedPod()).hasPodCpuQuota();
    }

    Actuation.Setting setting(NodeState state, PodRecord record, long ticket) {
        return new Actuation.Setting(record, state.facts(), hasCpuQuota(state, record), ticket);
    }
}
