package dev.plimsoll.nodeagent.pinned;

import dev.plimsoll.core.topology.ManagerMetrics;
import dev.plimsoll.core.topology.ManagerState;
import dev.plimsoll.nodeagent.NodeAgent;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What the managers of CPUs and memory of a process's nodes have given away at the moment of asking. */
public final class ManagerGauges {
    /** The counter of a similar name says how often; this is how many there are. */
    private static final String ASSIGNED = "plimsoll_node_container_assignments";

    private ManagerGauges() {}

    /** Shows them until what is returned is run; nodes that pin no CPUs count for nothing. */
    public static Runnable register(PrometheusRegistry registry, Supplier<? extends Collection<NodeAgent>> nodes) {
        var shared = GaugeWithCallback.builder()
                .name("kubelet_" + ManagerMetrics.SHARED_POOL)
                .help("CPUs that can still be given to a container as its own, in thousandths.")
                .callback(each -> {
                    var states = states(nodes.get());
                    if (!states.isEmpty())
                        each.call((double) states.stream()
                                .mapToLong(ManagerState::sharedMillicores)
                                .sum());
                })
                .register(registry);
        var exclusive = GaugeWithCallback.builder()
                .name("kubelet_" + ManagerMetrics.EXCLUSIVE_CPUS)
                .help("CPUs that were given to a container or a pod as its own.")
                .callback(each -> {
                    var states = states(nodes.get());
                    if (!states.isEmpty())
                        each.call((double) states.stream()
                                .mapToLong(ManagerState::exclusiveCpus)
                                .sum());
                })
                .register(registry);
        var perNode = GaugeWithCallback.builder()
                .name("kubelet_" + ManagerMetrics.CPUS_PER_NODE)
                .help("Those by NUMA node.")
                .labelNames("numa_node")
                .callback(each -> {
                    var sums = new TreeMap<Integer, Long>();
                    for (var state : states(nodes.get()))
                        state.cpusPerNode().forEach((node, cpus) -> sums.merge(node, cpus, Long::sum));
                    sums.forEach((node, cpus) -> each.call(cpus, Integer.toString(node)));
                })
                .register(registry);
        var assigned = GaugeWithCallback.builder()
                .name(ASSIGNED)
                .help("Containers that have resources of their own or of their pod's.")
                .labelNames("resource_name", "assignment_type")
                .callback(each -> {
                    var sums = new TreeMap<ManagerState.Assignment, Long>();
                    for (var state : states(nodes.get()))
                        state.assignments().forEach((labels, count) -> sums.merge(labels, count, Long::sum));
                    sums.forEach((labels, count) -> each.call(count, labels.resource(), labels.type()));
                })
                .register(registry);
        return () -> List.of(shared, exclusive, perNode, assigned).forEach(registry::unregister);
    }

    private static List<ManagerState> states(Collection<NodeAgent> nodes) {
        return nodes.stream().flatMap(node -> node.managers().stream()).toList();
    }
}
