package dev.plimsoll.nodeagent.pinned;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.nodeagent.NodeAgent;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Collection;
import java.util.function.Supplier;

/**
 * Which pods hold what a deferred resize waits for, at the moment of asking. Names of pods of all namespaces are in it, which only
 * those see who may read the metrics of nodes. Bounded: the first few resizes of a node, and for each resource the largest few pods.
 */
public final class HolderGauges {
    public static final String NAME = "plimsoll_node_deferred_resize_holder";
    private static final int MOST_RESIZES = 10;

    private HolderGauges() {}

    /** Shows them until what is returned is run. */
    public static Runnable register(PrometheusRegistry registry, Supplier<? extends Collection<NodeAgent>> nodes) {
        var gauge = GaugeWithCallback.builder()
                .name(NAME)
                .help("What a pod holds of a resource that a deferred resize waits for: cores, bytes or a number.")
                .labelNames("node", "namespace", "pod", "resource", "holder_namespace", "holder_pod")
                .callback(each -> nodes.get().forEach(node -> tell(node, each)))
                .register(registry);
        return () -> registry.unregister(gauge);
    }

    private static void tell(NodeAgent node, GaugeWithCallback.Callback each) {
        for (var waiting : node.waitingForRoom(MOST_RESIZES)) {
            for (var holders : waiting.holders()) {
                var unit = holders.resource().equals(ResourceName.CPU) ? 1000.0 : 1.0;
                for (var holder : holders.largest()) {
                    each.call(
                            holder.units() / unit,
                            node.shape().name(),
                            waiting.pod().namespace(),
                            waiting.pod().name(),
                            holders.resource().text(),
                            holder.namespace(),
                            holder.name());
                }
            }
        }
    }
}
