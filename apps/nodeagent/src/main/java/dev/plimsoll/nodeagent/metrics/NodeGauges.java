package dev.plimsoll.nodeagent.metrics;

import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.status.ResizeCounts;
import dev.plimsoll.core.resize.status.ResizeMetrics;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** What runs on the nodes of a process at the moment of asking. */
public final class NodeGauges {
    private NodeGauges() {}

    /**
     * Shows them until what is returned is run.
     *
     * @param nodes the states of all nodes, by name
     */
    public static Runnable register(PrometheusRegistry registry, Supplier<Map<String, NodeState>> nodes) {
        var names = GaugeWithCallback.builder()
                .name("kubelet_node_name")
                .help("The node's name. The count is always 1.")
                .labelNames("node")
                .callback(each -> nodes.get().keySet().forEach(name -> each.call(1, name)))
                .register(registry);
        var pods = GaugeWithCallback.builder()
                .name("kubelet_running_pods")
                .help("Pods that have a running sandbox.")
                .callback(each -> each.call((double) nodes.get().values().stream()
                        .mapToLong(NodeGauges::sandboxes)
                        .sum()))
                .register(registry);
        var containers = GaugeWithCallback.builder()
                .name("kubelet_running_containers")
                .help("Containers by their state.")
                .labelNames("container_state")
                .callback(each -> containers(nodes.get())
                        .forEach((state, count) -> each.call(count, state.name().toLowerCase(Locale.ROOT))))
                .register(registry);
        var pending = GaugeWithCallback.builder()
                .name("kubelet_" + ResizeMetrics.PENDING)
                .help("Resizes that wait.")
                .labelNames("reason", "priority_bucket")
                .callback(each -> ResizeCounts.of(nodes.get().values())
                        .pending()
                        .forEach((labels, count) -> each.call(count, labels.reason(), labels.priorityBucket())))
                .register(registry);
        var inProgress = GaugeWithCallback.builder()
                .name("kubelet_" + ResizeMetrics.IN_PROGRESS)
                .help("Resizes that are granted and not yet in force.")
                .callback(each ->
                        each.call((double) ResizeCounts.of(nodes.get().values()).inProgress()))
                .register(registry);
        return () -> List.of(names, pods, containers, pending, inProgress).forEach(registry::unregister);
    }

    private static long sandboxes(NodeState node) {
        var count = new long[1];
        node.pods().forEach(pod -> {
            if (pod.observed().isReady()) count[0]++;
        });
        return count[0];
    }

    private static Map<ContainerInstance.State, Long> containers(Map<String, NodeState> nodes) {
        var counts = new EnumMap<ContainerInstance.State, Long>(ContainerInstance.State.class);
        counts.put(ContainerInstance.State.RUNNING, 0L);
        for (var node : nodes.values()) {
            node.pods()
                    .forEach(pod -> pod.actual()
                            .containers()
                            .values()
                            .forEach(container -> counts.merge(container.state(), 1L, Long::sum)));
        }
        return counts;
    }
}
