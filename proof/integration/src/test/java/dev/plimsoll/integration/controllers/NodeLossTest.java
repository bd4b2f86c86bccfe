package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.isNamed;
import static dev.plimsoll.integration.controllers.Cluster.text;
import static dev.plimsoll.integration.controllers.OneCluster.condition;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.controllers.ControllerName;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.integration.MovedTime;
import dev.plimsoll.runtime.metrics.MetricsText;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that nobody is behind, in a time that jumps. */
// Acceptance: node-loss
// Acceptance of KEP-2837: metric-evictions
@Timeout(120)
class NodeLossTest {
    private final MovedTime time = new MovedTime(Duration.ZERO);

    private static void node(Cluster cluster, String name) {
        cluster.create(ApiResource.NODES, """
                {"metadata":{"name":"%s"},"status":{"capacity":{"cpu":"4","memory":"8Gi","pods":"10"},
                 "conditions":[{"type":"Ready","status":"True","reason":"KubeletReady","message":"",
                  "lastHeartbeatTime":"2026-01-01T00:00:00Z","lastTransitionTime":"2026-01-01T00:00:00Z"}]}}""".formatted(name));
    }

    private static boolean hasTaint(JsonNode node, String key, String effect) {
        for (var taint : node.at("/spec/taints")) {
            if (text(taint, "/key").equals("node.kubernetes.io/" + key)
                    && text(taint, "/effect").equals(effect)) {
                return true;
            }
        }
        return false;
    }

    private static void runOn(Cluster cluster, String node, String pod) {
        cluster.create(ApiResource.PODS, """
                {"metadata":{"name":"%s"},"spec":{"nodeName":"%s","containers":[{"name":"c","image":"i"}]}}""".formatted(pod, node));
        var ready = Cluster.json(
                "{\"status\":{\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");
        Cluster.done(cluster.client()
                .patch(ApiResource.PODS.sub("status"), new ObjectName("default", pod), new Patch.Strategic(ready)));
    }

    @Test
    @DisplayName("a silent node becomes Unknown, is tainted, its pods are not ready and go after their tolerations")
    void lostNodeWithOthersReady(@TempDir Path folder) throws Exception {
        try (var cluster = new Cluster(folder, 0)) {
            node(cluster, "alive");
            node(cluster, "lost");
            var metrics = new PrometheusRegistry();
            try (var alive = new Heartbeat(cluster, "alive");
                    var controllers =
                            cluster.controllers(cluster.transport(), ControllerSettings.DEFAULT, time, metrics)) {
                var nodes = cluster.seen(ApiResource.NODES);
                var pods = cluster.seen(ApiResource.PODS);
                nodes.awaitAll(
                        "ready",
                        all -> all.stream()
                                .allMatch(node -> node.at("/spec/taints").isEmpty()));
                runOn(cluster, "lost", "victim");
                // As long as it takes: the first look at the nodes may come late.
                while (nodes.all().stream().noneMatch(each -> hasTaint(each, "unreachable", "NoExecute"))) {
                    alive.awaitNext();
                    time.advance(Duration.ofSeconds(1));
                }
                var node =
                        nodes.await("out", each -> isNamed(each, "lost") && hasTaint(each, "unreachable", "NoExecute"));
                assertThat(hasTaint(node, "unreachable", "NoSchedule")).isTrue();
                assertThat(condition(node, "Ready").path("status").asText()).isEqualTo("Unknown");
                assertThat(condition(node, "Ready").path("message").asText())
                        .isEqualTo("Kubelet stopped posting node status.");
                var marked = pods.await(
                        "not ready",
                        pod -> condition(pod, "Ready").path("status").asText().equals("False"));
                assertThat(marked.path("metadata").has("deletionTimestamp")).isFalse();

                while (pods.all().stream()
                        .noneMatch(each -> each.path("metadata").has("deletionTimestamp"))) {
                    alive.awaitNext();
                    time.advance(Duration.ofSeconds(5));
                }
                var going = pods.await("going", pod -> pod.path("metadata").has("deletionTimestamp"));
                assertThat(condition(going, "DisruptionTarget").path("reason").asText())
                        .isEqualTo("DeletionByTaintManager");

                // It stays until somebody deletes the node.
                Cluster.done(cluster.client()
                        .delete(ApiResource.NODES, ObjectName.ofCluster("lost"), DeleteOptions.DEFAULT));
                while (!pods.all().isEmpty()) {
                    alive.awaitNext();
                    time.advance(Duration.ofSeconds(15));
                }
                pods.awaitAll("no pod", java.util.Collection::isEmpty);
                assertThat(controllers.isAtWork()).isTrue();
                assertThat(new String(MetricsText.of(metrics), StandardCharsets.UTF_8))
                        .containsPattern("node_collector_evictions_total\\{zone=\"[^\"]*\"} 1\\.0");
            }
            assertThat(cluster.defects()).isEmpty();
        }
    }

    @Test
    @DisplayName("where no node is left, nothing is evicted")
    void nothingIsEvicted(@TempDir Path folder) throws Exception {
        try (var cluster = new Cluster(folder, 0)) {
            node(cluster, "lost");
            var settings = ControllerSettings.DEFAULT.with(
                    Set.of(ControllerName.NODE_LIFECYCLE, ControllerName.TAINT_EVICTION));
            try (var controllers = cluster.controllers(cluster.transport(), settings, time, new PrometheusRegistry())) {
                var nodes = cluster.seen(ApiResource.NODES);
                nodes.await("ready", node -> node.at("/spec/taints").isEmpty());
                try (var other = new Heartbeat(cluster, "nobody")) {
                    while (nodes.all().stream().noneMatch(each -> hasTaint(each, "unreachable", "NoSchedule"))) {
                        other.awaitNext();
                        time.advance(Duration.ofSeconds(1));
                    }
                }
                time.advance(Duration.ofMinutes(10));
                // Another look at the node, after which it is still not tainted against the pods that are there.
                cluster.merge(ApiResource.NODES, "lost", "{\"spec\":{\"unschedulable\":true}}");
                var node = nodes.await("cordoned", each -> hasTaint(each, "unschedulable", "NoSchedule"));
                assertThat(hasTaint(node, "unreachable", "NoExecute")).isFalse();
                assertThat(controllers.isAtWork()).isTrue();
            }
            assertThat(cluster.defects()).isEmpty();
        }
    }
}
