package dev.plimsoll.integration;

import static dev.plimsoll.integration.SimulatedCluster.condition;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a node says of the resources of its pods is what they have: exact, never what they are only about to have. */
// Acceptance of KEP-2837: overhead-cgroup, works, status-fields
@Timeout(60)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
// Acceptance of KEP-1287: spec-desired, status-not-running, memory-decrease-counts
// Acceptance of KEP-5419: goal-report, status-pod-level, status-aggregate, status-limits, status-allocated
// Acceptance of KEP-5419: status-overhead, status-in-force, e2e-total
class PodLevelStatusTest {
    @TempDir
    Path folder;

    private SimulatedCluster cluster;

    @BeforeEach
    void start() {
        cluster = new SimulatedCluster(folder);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private static String container(String name, String requests, String limits) {
        return "{\"name\":\"" + name + "\",\"image\":\"i\",\"resources\":{\"requests\":" + requests + ",\"limits\":"
                + limits + "}}";
    }

    private static void assertStatus(JsonNode pod, String resources, String allocated) {
        assertThat(pod.at("/status/resources")).isEqualTo(Server.json(resources));
        assertThat(pod.at("/status/allocatedResources")).isEqualTo(Server.json(allocated));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"1", "100m", "10m", "500m", "2", "1m", "3777m"})
    void theSumOfTheContainersIsExact(String cpu) throws Exception {
        var requests = "{\"cpu\":\"" + cpu + "\",\"memory\":\"256Mi\"}";
        var pod = cluster.run("p", "{\"containers\":[" + container("c", requests, "{}") + "]}");
        assertStatus(pod, "{\"requests\":" + requests + "}", requests);
    }

    @Test
    @DisplayName("limits are summed up only where every container has one, of a pod that starts and of one that runs")
    void limits() throws Exception {
        var all = "{\"cpu\":\"500m\",\"memory\":\"128Mi\"}";
        cluster.create(
                "partial",
                "{\"initContainers\":[" + container("first", all, all) + "],\"containers\":[" + container("a", all, all)
                        + "," + container("b", all, "{\"memory\":\"128Mi\"}") + "]}",
                "exit.first",
                "0s 0");
        var wanted = "{\"requests\":{\"cpu\":\"1\",\"memory\":\"256Mi\"},\"limits\":{\"memory\":\"256Mi\"}}";
        var begun = cluster.await(
                "partial",
                "taken",
                pod -> pod.at("/status/allocatedResources/cpu").asText().equals("1"));
        assertThat(begun.at("/status/resources")).isEqualTo(Server.json(wanted));
        assertThat(cluster.awaitReady("partial").at("/status/resources")).isEqualTo(Server.json(wanted));
        var whole = cluster.run(
                "whole", "{\"containers\":[" + container("a", all, all) + "," + container("b", all, all) + "]}");
        assertStatus(
                whole,
                "{\"requests\":{\"cpu\":\"1\",\"memory\":\"256Mi\"},\"limits\":{\"cpu\":\"1\",\"memory\":\"256Mi\"}}",
                "{\"cpu\":\"1\",\"memory\":\"256Mi\"}");
    }

    @Test
    @DisplayName("overhead is part of every request and every limit")
    void overhead() throws Exception {
        var classes = ApiResource.clustered("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass");
        assertThat(cluster.client.create(classes, Server.json("""
                                {"apiVersion":"node.k8s.io/v1","kind":"RuntimeClass","metadata":{"name":"vm"},"handler":"vm",
                                 "overhead":{"podFixed":{"cpu":"250m","memory":"120Mi"}}}""")).problem()).isEmpty();
        var total = "{\"cpu\":\"1250m\",\"memory\":\"376Mi\"}";
        var limits = "{\"cpu\":\"2250m\",\"memory\":\"632Mi\"}";
        var own = "{\"cpu\":\"1\",\"memory\":\"256Mi\"}";
        var bounds = "{\"cpu\":\"2\",\"memory\":\"512Mi\"}";
        var podLevel = cluster.run(
                "pod-level",
                "{\"runtimeClassName\":\"vm\",\"resources\":{\"requests\":" + own + ",\"limits\":" + bounds
                        + "},\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}");
        assertStatus(podLevel, "{\"requests\":" + total + ",\"limits\":" + limits + "}", total);
        var summed = cluster.run(
                "summed", "{\"runtimeClassName\":\"vm\",\"containers\":[" + container("c", own, bounds) + "]}");
        assertStatus(summed, "{\"requests\":" + total + ",\"limits\":" + limits + "}", total);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            pod level | {"resources":{"requests":R,"limits":R},"containers":[{"name":"c","image":"i"}]} | {"resources":{"requests":S,"limits":S}}
            container | {"containers":[{"name":"c","image":"i","resources":{"requests":R,"limits":R}}]} | {"containers":[{"name":"c","resources":{"requests":S,"limits":S}}]}
            """)
    void aShrinkThatWaitsIsNotToldAsDone(String level, String spec, String shrunk) throws Exception {
        var large = "{\"cpu\":\"2\",\"memory\":\"20Gi\"}";
        var small = "{\"cpu\":\"2\",\"memory\":\"4Gi\"}";
        cluster.run("p", spec.replace("R", large), "memory.c", "constant 19Gi");
        cluster.resize("p", shrunk.replace("S", small));
        var waiting = cluster.await(
                "p",
                "waiting for memory",
                pod -> condition(pod, "PodResizeInProgress")
                        .path("reason")
                        .asText()
                        .equals("Error"));
        assertStatus(waiting, "{\"requests\":" + large + ",\"limits\":" + large + "}", small);
    }

    @Test
    @DisplayName("a container that waits behind an init container says what it was promised")
    void waitingContainers() throws Exception {
        var own = "{\"cpu\":\"500m\",\"memory\":\"128Mi\"}";
        cluster.create(
                "p",
                "{\"initContainers\":[" + container("first", own, own) + "," + container("second", own, own)
                        + "],\"containers\":[" + container("main", own, own) + "]}",
                "exit.first",
                "1h 0");
        var pod = cluster.await(
                "p",
                "first runs",
                each -> each.at("/status/initContainerStatuses/0/state").has("running"));
        for (var waiting :
                new JsonNode[] {pod.at("/status/initContainerStatuses/1"), pod.at("/status/containerStatuses/0")}) {
            assertThat(waiting.path("state").has("waiting")).isTrue();
            assertThat(waiting.path("allocatedResources")).isEqualTo(Server.json(own));
            assertThat(waiting.path("resources"))
                    .isEqualTo(Server.json("{\"requests\":" + own + ",\"limits\":" + own + "}"));
        }
    }
}
