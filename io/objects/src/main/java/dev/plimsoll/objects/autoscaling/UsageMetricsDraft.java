package dev.plimsoll.objects.autoscaling;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.tree.DraftNode;
import dev.plimsoll.objects.tree.Timestamps;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** What a node or a pod uses, as {@code metrics.k8s.io} shows it. */
public final class UsageMetricsDraft extends ObjectDraft {
    public static final ApiResource NODES = ApiResource.clustered("metrics.k8s.io", "v1beta1", "nodes", "NodeMetrics");
    public static final ApiResource PODS = ApiResource.namespaced("metrics.k8s.io", "v1beta1", "pods", "PodMetrics");

    private UsageMetricsDraft(ApiResource resource, ObjectName name, Map<String, String> labels) {
        super(resource, name);
        metadata().onlyLabels(new TreeMap<>(labels));
    }

    public static UsageMetricsDraft ofNode(String name, Map<String, String> labels) {
        return new UsageMetricsDraft(NODES, ObjectName.ofCluster(name), labels);
    }

    /** Owned by the pod, so that whoever collects garbage finds what a node that is no more has left behind. */
    public static UsageMetricsDraft ofPod(ObjectMeta pod) {
        var draft = new UsageMetricsDraft(PODS, new ObjectName(pod.namespace(), pod.name()), pod.labels());
        draft.metadata().owner(new OwnerReference("v1", "Pod", pod.name(), pod.uid(), false, false));
        draft.root().newList("containers");
        return draft;
    }

    /** When it was measured, and over which time. */
    public UsageMetricsDraft measured(Instant at, Duration window) {
        root().put("timestamp", Timestamps.text(at)).put("window", Math.max(1, window.toMillis()) / 1000.0 + "s");
        return this;
    }

    /** Of the whole node. */
    public UsageMetricsDraft usage(long nanoCores, long bytes) {
        write(root().newObject("usage"), nanoCores, bytes);
        return this;
    }

    /** Of a container of the pod. */
    public UsageMetricsDraft container(String name, long nanoCores, long bytes) {
        write(root().list("containers").addObject().put("name", name).object("usage"), nanoCores, bytes);
        return this;
    }

    private static void write(DraftNode usage, long nanoCores, long bytes) {
        var cores = Quantity.of(BigDecimal.valueOf(nanoCores, 9), QuantityFormat.DECIMAL_SI);
        usage.put("cpu", cores.toString())
                .put("memory", Quantity.of(bytes, QuantityFormat.BINARY_SI).toString());
    }
}
