package dev.plimsoll.integration;

import static dev.plimsoll.integration.SimulatedCluster.condition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Patch;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Gauges of a node equal a count of its pods, whenever its agent or its process starts again. */
@Timeout(60)
// Acceptance of KEP-1287: metric-pending, metric-in-progress
class GaugesAfterRestartTest {
    private static final String PENDING = "kubelet_pod_pending_resizes";
    private static final String IN_PROGRESS = "kubelet_pod_in_progress_resizes";

    @TempDir
    Path folder;

    private static String pod(String cpu, String memory) {
        return "{\"terminationGracePeriodSeconds\":0,\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resources\":{"
                + "\"requests\":{\"cpu\":\"" + cpu + "\",\"memory\":\"" + memory + "\"},\"limits\":{\"memory\":\""
                + memory
                + "\"}}}]}";
    }

    private static String change(String resource, String amount, boolean limits) {
        var map = "{\"" + resource + "\":\"" + amount + "\"}";
        return "{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":" + map
                + (limits ? ",\"limits\":" + map : "") + "}}]}";
    }

    /** The number of pods that the API shows with such conditions. */
    private static void assertRecounted(SimulatedCluster cluster) {
        var pending = new TreeMap<String, Double>();
        var inProgress = new TreeMap<String, Double>();
        var running = 0.0;
        var pods = cluster.client
                .listAll(ApiResource.PODS, ObjectSelection.inNamespace("default"), 100)
                .done()
                .orElseThrow()
                .items();
        for (var pod : pods) {
            var reason = condition(pod, "PodResizePending").path("reason").asText();
            if (!reason.isEmpty())
                pending.merge(
                        "{priority_bucket=normal, reason=" + reason.toLowerCase(Locale.ROOT) + "}", 1.0, Double::sum);
            if (!condition(pod, "PodResizeInProgress").isMissingNode()) inProgress.merge("{}", 1.0, Double::sum);
            if (pod.at("/status/phase").asText().equals("Running")) running++;
        }
        assertThat(cluster.gauge(PENDING)).isEqualTo(pending);
        assertThat(cluster.gauge(IN_PROGRESS)).isEqualTo(inProgress);
        assertThat(cluster.gauge("kubelet_running_pods")).isEqualTo(Map.of("{}", running));
        assertThat(cluster.gauge("kubelet_running_containers")).isEqualTo(Map.of("{container_state=running}", running));
    }

    /** What the API showed before is what the new agent takes up; it has when it tells of a pod of its own. */
    private static void awaitTaken(SimulatedCluster cluster, String name) throws InterruptedException {
        cluster.run(name, "{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}");
    }

    @Test
    @DisplayName(
            "in every phase of a resize: deferred, infeasible, failing, none; through the end of the agent and of the process")
    void everyPhase() throws Exception {
        try (var cluster = new SimulatedCluster(folder)) {
            cluster.run("filler", pod("5", "1Gi"));
            cluster.run("deferred", pod("1", "1Gi"));
            cluster.run("infeasible", pod("1", "1Gi"));
            cluster.run("failing", pod("100m", "8Gi"), "memory.c", "constant 6Gi");
            cluster.run("settled", pod("100m", "1Gi"));
            cluster.resize("deferred", change("cpu", "3", false));
            // The API server takes the node for a larger one than it is, and lets the resize through.
            var larger = new Patch.Merge(
                    Server.json("{\"status\":{\"capacity\":{\"cpu\":\"200\"},\"allocatable\":{\"cpu\":\"200\"}}}"));
            assertThat(cluster.client
                            .patch(ApiResource.NODES.sub("status"), ObjectName.ofCluster(SimulatedCluster.NODE), larger)
                            .problem())
                    .isEmpty();
            cluster.resize("infeasible", change("cpu", "100", false));
            cluster.resize("failing", change("memory", "1Gi", true));
            cluster.await(
                    "deferred",
                    "deferred",
                    pod -> !condition(pod, "PodResizePending").isMissingNode());
            cluster.await(
                    "infeasible",
                    "infeasible",
                    pod -> !condition(pod, "PodResizePending").isMissingNode());
            cluster.await(
                    "failing",
                    "failing",
                    pod -> condition(pod, "PodResizeInProgress")
                            .path("reason")
                            .asText()
                            .equals("Error"));
            assertRecounted(cluster);
            assertThat(cluster.gauge(PENDING)).hasSize(2);
            assertThat(cluster.gauge(IN_PROGRESS)).hasSize(1);

            cluster.nodes().stop(SimulatedCluster.NODE);
            cluster.nodes().start(SimulatedCluster.NODE);
            awaitTaken(cluster, "after-agent");
            assertRecounted(cluster);

            cluster.stop();
            cluster.start();
            awaitTaken(cluster, "after-process");
            assertRecounted(cluster);

            var deleted =
                    cluster.client.delete(ApiResource.PODS, SimulatedCluster.named("filler"), DeleteOptions.DEFAULT);
            assertThat(deleted.problem()).isEmpty();
            cluster.awaitResized("deferred", 2);
            cluster.resize("infeasible", change("cpu", "1", false));
            cluster.awaitResized("infeasible", 3);
            cluster.resize("failing", change("memory", "8Gi", true));
            cluster.awaitResized("failing", 3);
            assertRecounted(cluster);
            assertThat(cluster.gauge(PENDING)).isEmpty();
            assertThat(cluster.gauge(IN_PROGRESS)).isEmpty();
        }
    }
}
