package dev.plimsoll.nodeagent.usage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.nodeagent.runtime.PodRuntime.PodUsage;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Readings as documents of the API. */
final class UsageDocuments {
    static final ApiResource NODES = ApiResource.clustered("metrics.k8s.io", "v1beta1", "nodes", "NodeMetrics");
    static final ApiResource PODS = ApiResource.namespaced("metrics.k8s.io", "v1beta1", "pods", "PodMetrics");

    private final Sample sample;
    private final @Nullable Sample before;
    private final Duration usualWindow;

    /** @param usualWindow what is said of the first reading, which has none before it */
    UsageDocuments(Sample sample, @Nullable Sample before, Duration usualWindow) {
        this.sample = sample;
        this.before = before;
        this.usualWindow = usualWindow;
    }

    ObjectNode node(String name, Map<String, String> labels) {
        var document = document(NODES, ObjectName.ofCluster(name), labels);
        usage(document.putObject("usage"), sample.nodeCpu(before), sample.node().workingSet());
        return document;
    }

    /**
     * What one pod uses.
     *
     * @param pod as the API has it
     * @param uid as the node has it
     */
    ObjectNode pod(ObjectMeta pod, String uid, PodUsage usage) {
        var document = document(PODS, new ObjectName(pod.namespace(), pod.name()), pod.labels());
        // Whoever collects garbage finds what a node that is no more has left behind.
        document.withObject("/metadata")
                .putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "Pod")
                .put("name", pod.name())
                .put("uid", pod.uid());
        var containers = document.putArray("containers");
        new TreeMap<>(usage.containers()).forEach((name, container) -> {
            var entry = containers.addObject().put("name", name);
            usage(entry.putObject("usage"), sample.containerCpu(before, uid, name, container), container.workingSet());
        });
        return document;
    }

    private ObjectNode document(ApiResource resource, ObjectName name, Map<String, String> labels) {
        var document =
                ClientJson.object().put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
        var metadata = document.putObject("metadata").put("name", name.name());
        if (!name.namespace().isEmpty()) metadata.put("namespace", name.namespace());
        var list = metadata.putObject("labels");
        new TreeMap<>(labels).forEach(list::put);
        document.put("timestamp", sample.at().truncatedTo(ChronoUnit.SECONDS).toString());
        var window = before == null ? usualWindow : Duration.between(before.at(), sample.at());
        document.put("window", Math.max(1, window.toMillis()) / 1000.0 + "s");
        return document;
    }

    private static void usage(ObjectNode usage, long nanoCores, long bytes) {
        usage.put(
                "cpu",
                Quantity.of(BigDecimal.valueOf(nanoCores, 9), QuantityFormat.DECIMAL_SI)
                        .toString());
        usage.put("memory", Quantity.of(bytes, QuantityFormat.BINARY_SI).toString());
    }
}
