package dev.plimsoll.integration;

import static dev.plimsoll.integration.SimulatedCluster.condition;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node whose gate {@code InPlacePodLevelResourcesVerticalScaling} is switched off and on again while pods run. */
@Timeout(60)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
class PodLevelGateTest {
    private static final FeatureGates OFF =
            FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false);
    private static final String LARGE = "{\"cpu\":\"2\",\"memory\":\"20Gi\"}";
    private static final String SMALL = "{\"cpu\":\"2\",\"memory\":\"4Gi\"}";

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

    private static String podLevel(String amounts) {
        return "{\"resources\":{\"requests\":" + amounts + ",\"limits\":" + amounts
                + "},\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}";
    }

    private void restart(FeatureGates gates) {
        cluster.stop();
        cluster.start(gates);
    }

    private static boolean tellsPodLevel(JsonNode pod) {
        return pod.path("status").has("resources") || pod.path("status").has("allocatedResources");
    }

    @Test
    @DisplayName("what the node no longer keeps up to date is taken away, and comes back with the gate")
    void takenAway() throws Exception {
        cluster.run("level", podLevel(SMALL));
        cluster.run(
                "sum",
                "{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resources\":{\"requests\":{\"cpu\":\"1\"}}}]}");
        for (var name : new String[] {"level", "sum"}) {
            cluster.await(name, "pod-level status", PodLevelGateTest::tellsPodLevel);
        }
        restart(OFF);
        for (var name : new String[] {"level", "sum"}) {
            var pod = cluster.await(name, "no pod-level status", each -> !tellsPodLevel(each));
            assertThat(pod.at("/status/containerStatuses/0").has("resources")).isTrue();
            assertThat(condition(pod, "Ready").path("status").asText()).isEqualTo("True");
        }
        restart(FeatureGates.DEFAULT);
        cluster.await(
                "level",
                "pod-level status",
                pod -> pod.at("/status/allocatedResources").equals(Server.json(SMALL)));
    }

    @Test
    @DisplayName("but not of a pod that still has more than its spec says: nobody else could know")
    void stillHeld() throws Exception {
        cluster.run("large", podLevel(LARGE), "memory.c", "constant 19Gi");
        cluster.resize("large", "{\"resources\":{\"requests\":" + SMALL + ",\"limits\":" + SMALL + "}}");
        cluster.await(
                "large",
                "waiting for memory",
                pod -> condition(pod, "PodResizeInProgress")
                        .path("reason")
                        .asText()
                        .equals("Error"));
        restart(OFF);
        cluster.annotate("large", "marker", "constant 1");
        var pod = cluster.await(
                "large",
                "seen by the new process",
                each -> each.at("/status/resources/requests/memory").asText().equals("20Gi")
                        && each.at("/metadata/annotations").has("simulation.plimsoll.dev/marker"));
        assertThat(pod.at("/spec/resources/requests/memory").asText()).isEqualTo("4Gi");
        // The API server counts what the node holds.
        assertThat(bind("next", "20Gi")).contains("memory, requested: 20Gi, used: 20Gi, allocatable:");
        assertThat(bind("other", "4Gi")).isEmpty();
    }

    /** The problem of a binding; empty where there was none. */
    private String bind(String name, String memory) {
        assertThat(cluster.client
                        .create(
                                ApiResource.PODS,
                                Server.json("{\"metadata\":{\"name\":\"" + name
                                        + "\",\"namespace\":\"default\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\","
                                        + "\"resources\":{\"requests\":{\"memory\":\"" + memory + "\"}}}]}}"))
                        .problem())
                .isEmpty();
        return cluster.client
                .create(
                        ApiResource.PODS.sub("binding"),
                        SimulatedCluster.named(name),
                        Server.json("{\"metadata\":{\"name\":\"" + name
                                + "\"},\"target\":{\"kind\":\"Node\",\"name\":\"" + SimulatedCluster.NODE + "\"}}"))
                .problem();
    }
}
