package dev.plimsoll.core.topology;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.ArrayList;
import java.util.List;

/**
 * What one NUMA node could give to pods for themselves if nothing ran, and what it can give now. Where CPUs or memory are not pinned,
 * nothing of them is ever taken.
 */
public record NumaShare(int node, int cpus, int freeCpus, long memory, long freeMemory) {
    static List<NumaShare> of(Pinning pinning, NodePolicies policies, NodeState state) {
        var machine = pinning.machine();
        var shares = new ArrayList<NumaShare>();
        for (var node : machine.nodes()) {
            var cpus =
                    machine.cpusByNode().getOrDefault(node.id(), CpuSet.EMPTY).minus(policies.reservedCpus());
            var freeCpus = policies.pinsCpus() ? cpus.countIn(state.cpus().shared()) : cpus.size();
            var ledger = state.memory().ledger();
            var mask = NodeMask.of(node.id());
            var isPinned = policies.pinsMemory();
            shares.add(new NumaShare(
                    node.id(),
                    cpus.size(),
                    freeCpus,
                    isPinned ? ledger.allocatable(mask, ResourceName.MEMORY) : node.memoryBytes(),
                    isPinned ? ledger.free(mask, ResourceName.MEMORY) : node.memoryBytes()));
        }
        return shares;
    }
}
