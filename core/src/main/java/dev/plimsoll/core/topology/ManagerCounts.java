package dev.plimsoll.core.topology;

import dev.plimsoll.core.topology.claims.ContainerClaim;
import dev.plimsoll.core.topology.claims.PodClaim;
import dev.plimsoll.core.topology.cpu.CpuOption;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.policy.NodePolicies;
import dev.plimsoll.core.topology.policy.TopologyManagerPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the admission of one pod adds to the counters of the managers (KEP-5526, monitoring requirements).
 *
 * <p>Allocations of a pod that is placed as one come from the pod ({@code source="pod"}), all others from the node. Where pods
 * cannot be placed as one, nothing is counted by source.
 */
final class ManagerCounts {
    /** A manager with the names of its metrics. */
    enum Manager {
        CPU("cpu", ManagerMetrics.CPU_REQUESTS, ManagerMetrics.CPU_ERRORS),
        MEMORY("memory", ManagerMetrics.MEMORY_REQUESTS, ManagerMetrics.MEMORY_ERRORS);

        private final String resource;
        private final String requests;
        private final String errors;

        Manager(String resource, String requests, String errors) {
            this.resource = resource;
            this.requests = requests;
            this.errors = errors;
        }
    }

    private static final String CONTAINER = "container";
    private static final String NODE = "node";
    private static final String POD = "pod";

    private final Machine machine;
    private final NodePolicies policies;
    private final PodClaim pod;
    private final boolean countsSources;
    private final List<ManagerCount> counts = new ArrayList<>();

    /**
     * For one admission.
     *
     * @param countsSources whether pods can be placed as one
     */
    ManagerCounts(Machine machine, NodePolicies policies, PodClaim pod, boolean countsSources) {
        this.machine = machine;
        this.policies = policies;
        this.pod = pod;
        this.countsSources = countsSources;
    }

    List<ManagerCount> counts() {
        return List.copyOf(counts);
    }

    private void add(String name, String... labels) {
        counts.add(new ManagerCount(name, List.of(labels)));
    }

    private void addBySource(String name, String... labels) {
        if (countsSources) add(name, labels);
    }

    /** A manager was asked for what one container is due, which it had before or has now, unless it is refused. */
    void container(
            ResourceAllocator allocator, ContainerClaim container, boolean had, Optional<TopologyRefusal> refusal) {
        var manager = allocator.manager();
        add(manager.requests);
        var needsWholeCores = manager == Manager.CPU && policies.has(CpuOption.FULL_PCPUS_ONLY);
        if (refusal.isPresent()) {
            add(manager.errors);
            addBySource(ManagerMetrics.ALLOCATION_ERRORS, manager.resource, NODE);
            if (needsWholeCores) add(ManagerMetrics.NOT_ALIGNED, CONTAINER, "physical_cpu");
            return;
        }
        if (needsWholeCores) add(ManagerMetrics.ALIGNED, CONTAINER, "physical_cpu");
        if (had) return;
        var amounts = manager == Manager.CPU ? 1 : container.memory().size();
        for (var i = 0; i < amounts; i++) addBySource(ManagerMetrics.ALLOCATIONS, manager.resource, NODE);
        addBySource(ManagerMetrics.ASSIGNMENTS, manager.resource, ManagerMetrics.NODE_EXCLUSIVE);
        if (allocator instanceof CpuAllocator cpus)
            oneCache(cpus.state().pod(pod.uid()).of(container.name()));
    }

    /** A manager was asked for all that the pod is due. */
    void pod(ResourceAllocator allocator, Optional<TopologyRefusal> refusal) {
        var manager = allocator.manager();
        if (manager == Manager.MEMORY) add(manager.requests);
        if (refusal.isPresent()) {
            add(manager.errors);
            addBySource(ManagerMetrics.ALLOCATION_ERRORS, manager.resource, POD);
            return;
        }
        for (var container : pod.containers()) {
            var isOwn = manager == Manager.CPU
                    ? container.hasExclusiveCpus()
                    : !container.memory().isEmpty();
            var isRequest = isOwn || (manager == Manager.MEMORY && container.kind() != ContainerClaim.Kind.REGULAR);
            if (isRequest) add(manager.requests);
            addBySource(ManagerMetrics.ALLOCATIONS, manager.resource, POD);
            addBySource(
                    ManagerMetrics.ASSIGNMENTS,
                    manager.resource,
                    isOwn ? ManagerMetrics.POD_EXCLUSIVE : ManagerMetrics.POD_SHARED);
        }
        if (allocator instanceof CpuAllocator cpus)
            oneCache(cpus.state().pod(pod.uid()).pool());
    }

    private void oneCache(CpuSet cpus) {
        var isInOne = machine.cpusByCacheGroup().values().stream().anyMatch(cpus::isSubsetOf);
        if (isInOne) add(ManagerMetrics.ALIGNED, CONTAINER, "uncore_cache");
    }

    /** The nodes that all resources agreed on are what the policy demands. */
    void aligned() {
        if (isOnSingleNode()) add(ManagerMetrics.ALIGNED, scope(), "numa_node");
    }

    void notAligned() {
        add(ManagerMetrics.TOPOLOGY_ERRORS);
        if (isOnSingleNode()) add(ManagerMetrics.NOT_ALIGNED, scope(), "numa_node");
    }

    /** A manager refused; without alignment nobody had promised anything. */
    void refused() {
        if (policies.alignment() != TopologyManagerPolicy.NONE) add(ManagerMetrics.TOPOLOGY_ERRORS);
    }

    private boolean isOnSingleNode() {
        return policies.alignment() == TopologyManagerPolicy.SINGLE_NUMA_NODE;
    }

    private String scope() {
        return switch (policies.scope()) {
            case CONTAINER -> CONTAINER;
            case POD -> POD;
        };
    }
}
