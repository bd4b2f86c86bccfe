package dev.plimsoll.integration;

import static dev.plimsoll.integration.SimulatedCluster.condition;
import static dev.plimsoll.integration.SimulatedCluster.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Patch;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What other clients write over the status of a pod that runs is put right by its node; what is theirs to write stays. */
@Timeout(60)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
// Acceptance of KEP-1287: status-not-dropped
// Acceptance of KEP-5419: status-refresh, status-truth
class StatusRepairTest {
    private static final ApiResource STATUS = ApiResource.PODS.sub("status");
    private static final String POD = """
            {"resources":{"requests":{"cpu":"1","memory":"1Gi"},"limits":{"cpu":"2","memory":"2Gi"}},
             "containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"500m"}}}]}""";

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

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a whole status removed | PUT | {}
            resources and phase removed | PUT | {"qosClass":"Burstable","observedGeneration":1}
            phase Failed | PATCH | {"phase":"Failed","reason":"Mischief","message":"no"}
            conditions removed | PATCH | {"conditions":[{"$patch":"replace"}]}
            a condition that is not true | PATCH | {"conditions":[{"type":"Ready","status":"False"}]}
            a resize that nobody asked for | PATCH | {"conditions":[{"type":"PodResizePending","status":"True","reason":"Deferred"}]}
            resources removed | PATCH | {"resources":null,"allocatedResources":null}
            other amounts | PATCH | {"resources":{"requests":{"cpu":"7"}},"allocatedResources":{"memory":"9Gi"}}
            amounts of something else | PATCH | {"allocatedResources":{"hugepages-2Mi":"2Mi"}}
            container statuses removed | PATCH | {"containerStatuses":null}
            addresses changed | PATCH | {"podIP":"10.9.9.9","podIPs":[{"$patch":"replace"},{"ip":"10.9.9.9"}]}
            """)
    void isRepaired(String what, String method, String written) throws Exception {
        var before = cluster.run("p", POD);
        ObjectNode overwritten;
        if (method.equals("PUT")) {
            var pod = cluster.get("p");
            pod.set("status", Server.json(written));
            var answer = cluster.client.update(STATUS, pod);
            assertThat(answer.problem()).isEmpty();
            overwritten = answer.done().orElseThrow();
        } else {
            overwritten = patch("{\"status\":" + written + "}");
        }
        assertThat(overwritten.path("status")).as("overwritten: %s", what).isNotEqualTo(before.path("status"));
        cluster.awaitAfter(overwritten, "repaired", pod -> pod.path("status").equals(before.path("status")));

        cluster.resize("p", "{\"resources\":{\"limits\":{\"memory\":\"3Gi\"}}}");
        var resized = cluster.awaitResized("p", 2);
        assertThat(resized.at("/status/resources/limits/memory").asText()).isEqualTo("3Gi");
    }

    private ObjectNode patch(String change) {
        var answer = cluster.client.patch(STATUS, named("p"), new Patch.Strategic(Server.json(change)));
        assertThat(answer.problem()).isEmpty();
        return answer.done().orElseThrow();
    }

    @Test
    @DisplayName("conditions of others stay as they last wrote them, through reports and repairs of the node")
    void othersAreLeftAlone() throws Exception {
        cluster.create("p", POD.replaceFirst("\\{", "{\"readinessGates\":[{\"conditionType\":\"example.com/gate\"}],"));
        cluster.await(
                "p",
                "running",
                pod -> condition(pod, "ContainersReady").path("status").asText().equals("True"));
        patch("""
                {"status":{"conditions":[{"type":"example.com/gate","status":"True"},
                 {"type":"DisruptionTarget","status":"True","reason":"EvictionByEvictionAPI"},
                 {"type":"PodScheduled","status":"True","reason":"Recorded"}]}}""");
        cluster.awaitReady("p");
        cluster.resize("p", "{\"resources\":{\"limits\":{\"memory\":\"3Gi\"}}}");
        cluster.awaitResized("p", 2);
        // The node read the pod when this was still true.
        var overwritten = patch("""
                {"status":{"phase":"Failed","conditions":[{"type":"example.com/gate","status":"False","reason":"Closed"}]}}""");
        var pod = cluster.awaitAfter(
                overwritten,
                "repaired",
                each -> each.at("/status/phase").asText().equals("Running"));
        assertThat(condition(pod, "example.com/gate").path("reason").asText()).isEqualTo("Closed");
        assertThat(condition(pod, "DisruptionTarget").path("reason").asText()).isEqualTo("EvictionByEvictionAPI");
        cluster.resize("p", "{\"resources\":{\"limits\":{\"memory\":\"4Gi\"}}}");
        var resized = cluster.awaitResized("p", 3);
        assertThat(condition(resized, "example.com/gate").path("reason").asText())
                .isEqualTo("Closed");
        assertThat(condition(resized, "DisruptionTarget").path("reason").asText())
                .isEqualTo("EvictionByEvictionAPI");
    }

    @Test
    @DisplayName("a status that was overwritten while the node was away is put right when it is back")
    void afterARestart() throws Exception {
        var before = cluster.run("p", POD);
        cluster.stop();
        var overwritten =
                patch("{\"status\":{\"resources\":null,\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\"}]}}");
        cluster.start();
        cluster.awaitAfter(
                overwritten,
                "repaired",
                pod -> pod.at("/status/resources").equals(before.at("/status/resources"))
                        && condition(pod, "Ready").path("status").asText().equals("True"));
    }
}
