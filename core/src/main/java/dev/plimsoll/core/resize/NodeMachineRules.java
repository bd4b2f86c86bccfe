package dev.plimsoll.core.resize;

import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.lifecycle.ContainerLifecycle;
import dev.plimsoll.core.resize.actuation.Actuation;
import dev.plimsoll.core.resize.admission.CriticalPodPreemption;
import dev.plimsoll.core.resize.admission.Feasibility;
import dev.plimsoll.core.resize.admission.HeldRequests;
import dev.plimsoll.core.resize.admission.NodeAdmissionRules;
import dev.plimsoll.core.resize.admission.PendingOrder;
import dev.plimsoll.core.resize.admission.PodAdmission;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.status.StatusGeneration;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.placement.AssignedPlacement;
import dev.plimsoll.core.topology.placement.ContainerPlacement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The decisions that the machine is put together from. */
record NodeMachineRules(
        PodAdmission admission,
        Feasibility feasibility,
        PendingOrder order,
        HeldRequests held,
        Actuation actuation,
        StatusGeneration status,
        PodQos qos,
        boolean podLevelCounts,
        boolean hasStopSignals,
        boolean restartsAll,
        @Nullable ResourceManagers resourceManagers) {

    static NodeMachineRules under(FeatureGates gates, @Nullable ResourceManagers resourceManagers) {
        var nodeRules = NodeAdmissionRules.under(gates);
        var preemption = CriticalPodPreemption.under(gates);
        return new NodeMachineRules(
                new PodAdmission(nodeRules, preemption, resourceManagers),
                new Feasibility(gates, nodeRules, preemption, resourceManagers),
                PendingOrder.under(gates),
                HeldRequests.under(gates),
                Actuation.under(gates),
                StatusGeneration.under(gates),
                PodQos.under(gates),
                gates.isOn(Gate.POD_LEVEL_RESOURCES),
                gates.isOn(Gate.CONTAINER_STOP_SIGNALS),
                gates.isOn(Gate.RESTART_ALL_CONTAINERS_ON_CONTAINER_EXITS),
                resourceManagers);
    }

    /** The pod without what a gate that is off hides from this node. */
    Pod visible(Pod pod) {
        var spec = pod.spec();
        var isSame = Stream.of(spec.containers(), spec.initContainers())
                .flatMap(List::stream)
                .allMatch(each -> visible(each.lifecycle()).equals(each.lifecycle()));
        return isSame
                ? pod
                : pod.withSpec(spec.mappingContainers(each -> each.withLifecycle(visible(each.lifecycle()))));
    }

    private ContainerLifecycle visible(ContainerLifecycle lifecycle) {
        var seen = lifecycle;
        if (!hasStopSignals && !seen.stopSignal().isEmpty()) seen = seen.withoutStopSignal();
        return !restartsAll && seen.restartsAll() ? seen.withoutRestartOfAll() : seen;
    }

    boolean hasCpuQuota(NodeState state, PodRecord record) {
        return resourceManagers == null
                || resourceManagers
                        .placement(state.pinned(), record.allocatedPod())
                        .hasPodCpuQuota();
    }

    Actuation.Setting setting(NodeState state, PodRecord record, long ticket) {
        if (resourceManagers == null) return new Actuation.Setting(record, state.facts(), true, Set.of(), ticket);
        var placement = resourceManagers.placement(state.pinned(), record.allocatedPod());
        var ownCpus = new HashSet<String>();
        for (var container : placement.containers()) {
            if (!container.hasCpuQuota()) ownCpus.add(container.container());
        }
        return new Actuation.Setting(record, state.facts(), placement.hasPodCpuQuota(), ownCpus, ticket);
    }

    /** Which CPUs and memory a pod has for itself; null where it has none. */
    @Nullable
    AssignedPlacement ownResources(NodeState state, PodRecord record) {
        if (resourceManagers == null || !record.stage().holdsResources()) return null;
        var pinned = state.pinned();
        if (!pinned.cpus().pods().containsKey(record.uid())
                && !pinned.memory().pods().containsKey(record.uid())) return null;
        var placement = resourceManagers.placement(pinned, record.allocatedPod());
        return placement.hasOwnResources() ? placement : null;
    }

    /**
     * Whether a pod goes on with what was provisioned for it: it has pod-level resources, and the gate that gives them a meaning was
     * switched off while it ran (KEP-2837).
     */
    boolean isFrozen(PodRecord record) {
        return !podLevelCounts && record.pod().spec().hasPodLevelResources();
    }

    /** The CPUs that a container may run on: those it was given, or the node's shared pool; empty where nothing is pinned. */
    static CpuSet cpus(NodeState state, ContainerPlacement placement) {
        return placement.cpus().isEmpty() ? state.pinned().cpus().shared() : placement.cpus();
    }
}
