package dev.plimsoll.core.topology.placement;

import dev.plimsoll.core.topology.claims.ContainerClaim;
import dev.plimsoll.core.topology.claims.PodClaim;
import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.hints.Hint;
import dev.plimsoll.core.topology.policy.NodePolicies;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.ArrayList;
import java.util.Map;

/**
 * Reads what a pod runs on from the node's state, with the rule that decided each part. Whether a pod was placed as one is read from the
 * state too: a gate that was switched off since changes nothing for pods that run.
 */
public record PlacementExplainer(NodePolicies policies, PodClaim pod, ManagersState state) {
    /**
     * Where the pod is, and by which rule.
     *
     * @param agreed by container, where nodes were agreed on
     */
    public AssignedPlacement placement(Map<String, Hint> agreed) {
        var cpus = state.cpus().pod(pod.uid());
        var memory = state.memory().pod(pod.uid());
        var containers = new ArrayList<ContainerPlacement>();
        for (var container : pod.containers()) {
            containers.add(new ContainerPlacement(
                    container.name(),
                    cpus.of(container.name()),
                    cpuIsolation(container),
                    cpuRule(container),
                    memory.of(container.name()),
                    memoryIsolation(container),
                    memoryRule(container),
                    agreed.getOrDefault(container.name(), Hint.ANY)));
        }
        return new AssignedPlacement(pod.uid(), cpus.pool(), memory.pool(), hasPodCpuQuota(), containers);
    }

    private Isolation cpuIsolation(ContainerClaim container) {
        if (state.cpus().pod(pod.uid()).of(container.name()).isEmpty()) return Isolation.HOST;
        var isPooled = !state.cpus().pod(pod.uid()).pool().isEmpty();
        var isOwn = !isPooled || (container.hasOwnGuarantee() && container.hasWholeCpuLimit());
        return isOwn ? Isolation.CONTAINER : Isolation.POD;
    }

    private Isolation memoryIsolation(ContainerClaim container) {
        if (state.memory().pod(pod.uid()).of(container.name()).isEmpty()) return Isolation.HOST;
        var isPooled = !state.memory().pod(pod.uid()).pool().isEmpty();
        return !isPooled || container.hasOwnGuarantee() ? Isolation.CONTAINER : Isolation.POD;
    }

    /** A pod with pod-level resources is limited as a whole unless all its containers are exclusive. */
    private boolean hasPodCpuQuota() {
        if (pod.isPodLevel() || pod.isIgnored()) {
            return pod.containers().stream().anyMatch(container -> cpuIsolation(container) != Isolation.CONTAINER);
        }
        return state.cpus().pod(pod.uid()).containers().isEmpty();
    }

    private Rule cpuRule(ContainerClaim container) {
        if (!policies.pinsCpus()) return Rule.POLICY_OFF;
        if (pod.isIgnored() && !state.cpus().pods().containsKey(pod.uid())) return Rule.GATE_OFF;
        var isPooled = !state.cpus().pod(pod.uid()).pool().isEmpty();
        return switch (cpuIsolation(container)) {
            case CONTAINER -> isPooled ? Rule.SLICE_OF_POD : Rule.OWN_GUARANTEE;
            case POD -> container.isInit() ? Rule.INIT_SHARE_OF_POD : Rule.SHARE_OF_POD;
            case HOST -> onNodeRule(container.cpuRule());
        };
    }

    private Rule onNodeRule(Rule own) {
        if (own != Rule.CONTAINER_NOT_GUARANTEED) return own;
        return policies.placesContainersAlone() ? Rule.SCOPE : Rule.POD_CPUS_NOT_WHOLE;
    }

    private Rule memoryRule(ContainerClaim container) {
        if (!policies.pinsMemory()) return Rule.POLICY_OFF;
        if (pod.isIgnored() && !state.memory().pods().containsKey(pod.uid())) return Rule.GATE_OFF;
        var isPooled = !state.memory().pod(pod.uid()).pool().isEmpty();
        return switch (memoryIsolation(container)) {
            case CONTAINER -> isPooled ? Rule.SLICE_OF_POD : Rule.OWN_GUARANTEE;
            case POD -> container.isInit() ? Rule.INIT_SHARE_OF_POD : Rule.SHARE_OF_POD;
            case HOST -> {
                if (container.memoryRule() == Rule.CONTAINER_NOT_GUARANTEED && policies.placesContainersAlone()) {
                    yield Rule.SCOPE;
                }
                yield container.memoryRule() == Rule.OWN_GUARANTEE ? Rule.NOTHING_ASKED : container.memoryRule();
            }
        };
    }
}
