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
import dev.plimsoll.core.topology.ContainerPlacement;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.core.topology.machine.CpuSet;
import java.util.HashSet;
import java.util.Set;
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
        if (pinning == null) return new Actuation.Setting(record, state.facts(), true, Set.of(), ticket);
        var placement = pinning.placement(state.pinned(), record.allocatedPod());
        var ownCpus = new HashSet<String>();
        for (var container : placement.containers()) {
            if (!container.hasCpuQuota()) ownCpus.add(container.container());
        }
        return new Actuation.Setting(record, state.facts(), placement.hasPodCpuQuota(), ownCpus, ticket);
    }

    /** The CPUs that a container may run on: those it was given, or the node's shared pool; empty where nothing is pinned. */
    static CpuSet cpus(NodeState state, ContainerPlacement placement) {
        return placement.cpus().isEmpty() ? state.pinned().cpus().shared() : placement.cpus();
    }
}
