package dev.plimsoll.core.topology;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.NodeMask;
import dev.plimsoll.core.topology.machine.NumaNode;
import dev.plimsoll.core.topology.policy.NodePolicies;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * What one NUMA node could give to pods for themselves if nothing ran, and what it can give now. Where CPUs or memory are not pinned,
 * nothing of them is ever taken.
 *
 * @param memory bytes by resource: memory, and huge pages of each size
 */
public record NumaShare(
        int node,
        int cpus,
        int freeCpus,
        SortedMap<ResourceName, Long> memory,
        SortedMap<ResourceName, Long> freeMemory) {
    public NumaShare {
        memory = Collections.unmodifiableSortedMap(new TreeMap<>(memory));
        freeMemory = Collections.unmodifiableSortedMap(new TreeMap<>(freeMemory));
    }

    static List<NumaShare> of(ResourceManagers resourceManagers, NodePolicies policies, ManagersState state) {
        var machine = resourceManagers.machine();
        var shares = new ArrayList<NumaShare>();
        for (var node : machine.nodes()) {
            var cpus =
                    machine.cpusByNode().getOrDefault(node.id(), CpuSet.EMPTY).minus(policies.reservedCpus());
            var freeCpus = policies.pinsCpus() ? cpus.countIn(state.cpus().shared()) : cpus.size();
            var all = new TreeMap<>(node.hugePageBytes());
            all.put(ResourceName.MEMORY, node.memoryBytes());
            var ledger = state.memory().ledger();
            var mask = NodeMask.of(node.id());
            var isPinned = policies.pinsMemory();
            shares.add(new NumaShare(
                    node.id(),
                    cpus.size(),
                    freeCpus,
                    isPinned ? amounts(node, resource -> ledger.allocatable(mask, resource)) : all,
                    isPinned ? amounts(node, resource -> ledger.free(mask, resource)) : all));
        }
        return shares;
    }

    private static SortedMap<ResourceName, Long> amounts(NumaNode node, ToLongFunction<ResourceName> bytes) {
        var amounts = new TreeMap<ResourceName, Long>();
        amounts.put(ResourceName.MEMORY, bytes.applyAsLong(ResourceName.MEMORY));
        for (var pages : node.hugePageBytes().keySet()) amounts.put(pages, bytes.applyAsLong(pages));
        return amounts;
    }
}
