package dev.plimsoll.benchmarks.snapshot;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

/**
 * A cluster that does not exist, the same for the same seed: nodes of several shapes in three zones, workloads of all kinds and sizes, pods at
 * container level and at pod level, on nodes as far as these have room, affinities, budgets, priorities, autoscalers, limits and quotas.
 */
public final class GeneratedCluster {
    private static final int DAEMON_SETS = 2;
    private static final int WORKLOADS_PER_NAMESPACE = 40;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final long seed;
    private final int nodes;
    private final int pods;

    public GeneratedCluster(long seed, int nodes, int pods) {
        this.seed = seed;
        this.nodes = nodes;
        this.pods = pods;
    }

    /** Writes all objects as kubectl does; a name that ends with {@code .gz} is compressed. */
    public void write(Path file) throws IOException {
        try (var stream = output(file);
                var json = JSON.getFactory()
                        .createGenerator(stream)
                        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET.mappedFeature())) {
            json.writeStartObject();
            json.writeStringField("apiVersion", "v1");
            json.writeArrayFieldStart("items");
            each(document -> write(json, document));
            json.writeEndArray();
            json.writeStringField("kind", "List");
            json.writeEndObject();
        }
    }

    private static OutputStream output(Path file) throws IOException {
        var plain = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        return file.toString().endsWith(".gz") ? new GZIPOutputStream(plain, 1 << 16) : plain;
    }

    private static void write(JsonGenerator json, ObjectNode document) {
        try {
            json.writeTree(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Hands over one object after the other. */
    public void each(Consumer<ObjectNode> taken) {
        var random = new Random(seed);
        var machines = new GeneratedNodes(random, nodes);
        for (var i = 0; i < nodes; i++) taken.accept(machines.document(i));
        priority(taken, "shop-critical", 100_000);
        priority(taken, "shop-batch", -100);
        taken.accept(GeneratedDocument.of("v1", "Namespace", "", "kube-system"));
        var namespaces = Math.max(1, pods / 10 / WORKLOADS_PER_NAMESPACE);
        for (var i = 0; i < namespaces; i++) namespace(taken, "team-%03d".formatted(i), i);
        var left = pods;
        for (var i = 0; i < DAEMON_SETS && left > 0; i++) {
            var count = Math.min(left, nodes);
            new GeneratedPods(machines, taken)
                    .write(GeneratedWorkload.of(
                            random, GeneratedWorkload.Kind.DAEMON_SET, "kube-system", "agent-" + i, count));
            left -= count;
        }
        for (var i = 0; left > 0; i++) {
            var workload = GeneratedWorkload.of(random, i, namespaces, left);
            new GeneratedPods(machines, taken).write(workload);
            left -= workload.replicas();
            if (workload.kind() == GeneratedWorkload.Kind.DEPLOYMENT) GeneratedPolicies.of(random, workload, taken);
        }
    }

    private static void priority(Consumer<ObjectNode> taken, String name, int value) {
        taken.accept(GeneratedDocument.of("scheduling.k8s.io/v1", "PriorityClass", "", name)
                .put("value", value)
                .put("globalDefault", false)
                .put("preemptionPolicy", "PreemptLowerPriority"));
    }

    private static void namespace(Consumer<ObjectNode> taken, String name, int number) {
        var namespace = GeneratedDocument.of("v1", "Namespace", "", name);
        namespace
                .withObject("/metadata/labels")
                .put("kubernetes.io/metadata.name", name)
                .put("team", name);
        taken.accept(namespace);
        if (number % 4 == 0) {
            var range = GeneratedDocument.of("v1", "LimitRange", name, "defaults");
            range.putObject("spec")
                    .putArray("limits")
                    .addObject()
                    .put("type", "Container")
                    .set("defaultRequest", GeneratedNodes.amounts(50, 64));
            taken.accept(range);
        }
        if (number % 5 == 0) {
            var quota = GeneratedDocument.of("v1", "ResourceQuota", name, "all");
            quota.putObject("spec").putObject("hard").put("pods", "5000").put("requests.cpu", "2000");
            quota.putObject("status").putObject("hard").put("pods", "5000").put("requests.cpu", "2000");
            taken.accept(quota);
        }
    }
}
