package dev.plimsoll.core.topology.policy;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.cpu.CpuOption;
import dev.plimsoll.core.topology.machine.CpuSet;
import java.util.Map;
import java.util.Set;

/**
 * What a node was told to do, read and checked against its machine.
 *
 * @param pinsCpus CPU policy static rather than none
 * @param reservedCpus kept for the system; empty where CPUs are not pinned
 * @param pinsMemory memory policy Static rather than None
 * @param reservedMemory bytes kept for the system, by NUMA node and resource
 * @param prefersClosestNodes whether distances between nodes count
 */
public record NodePolicies(
        boolean pinsCpus,
        Set<CpuOption> cpuOptions,
        CpuSet reservedCpus,
        boolean pinsMemory,
        Map<Integer, Map<ResourceName, Long>> reservedMemory,
        TopologyManagerPolicy alignment,
        TopologyManagerScope scope,
        boolean prefersClosestNodes) {

    /** Of a node that pins nothing. */
    public static final NodePolicies NONE = new NodePolicies(
            false,
            Set.of(),
            CpuSet.EMPTY,
            false,
            Map.of(),
            TopologyManagerPolicy.NONE,
            TopologyManagerScope.CONTAINER,
            false);

    public NodePolicies {
        cpuOptions = Set.copyOf(cpuOptions);
        reservedMemory = Map.copyOf(reservedMemory);
    }

    public String cpuPolicyName() {
        return pinsCpus ? "static" : "none";
    }

    public String memoryPolicyName() {
        return pinsMemory ? "Static" : "None";
    }

    public boolean has(CpuOption option) {
        return cpuOptions.contains(option);
    }

    /** Whether containers are aligned one by one or not at all, rather than all together. */
    public boolean placesContainersAlone() {
        return alignment == TopologyManagerPolicy.NONE || scope == TopologyManagerScope.CONTAINER;
    }
}
