package dev.plimsoll.integration;

import static dev.plimsoll.integration.SimulatedCluster.generation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ObjectName;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Events of resizes tell what was asked for, and of nothing that nobody asked for. */
@Timeout(60)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
// Acceptance of KEP-1287: events, restart-lost
// Acceptance of KEP-5419: events-pod-level
// Acceptance of nodes: resize-events
class ResizeEventsTest {
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

    private static final String POD_LEVEL = """
            {"resources":{"requests":{"cpu":"1","memory":"1Gi"},"limits":{"cpu":"2","memory":"2Gi"}},
             "containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"500m"}}}]}""";

    @Test
    @DisplayName("events of a pod-level resize tell what the pod as a whole asked for")
    void eventsCarryThePodLevel() throws Exception {
        cluster.run("p", POD_LEVEL);
        cluster.resize("p", "{\"resources\":{\"requests\":{\"cpu\":\"2\"},\"limits\":{\"cpu\":\"6\"}}}");
        var podLevel =
                "\"resources\":{\"limits\":{\"cpu\":\"6\",\"memory\":\"2Gi\"},\"requests\":{\"cpu\":\"2\",\"memory\":\"1Gi\"}}";
        for (var reason : new String[] {"ResizeStarted", "ResizeCompleted"}) {
            assertThat(cluster.awaitEvent(reason, _ -> true).path("message").asText())
                    .contains(podLevel + ",\"generation\":2");
        }
    }

    @Test
    @DisplayName("a node that lost its checkpoints tells of no resize that nobody asked for")
    void lostCheckpoints() throws Exception {
        cluster.run("p", POD_LEVEL);
        cluster.resize("p", """
                {"resources":{"requests":{"cpu":"2"},"limits":{"cpu":"6"}},
                 "containers":[{"name":"c","resources":{"requests":{"cpu":"600m"}}}]}""");
        cluster.awaitEvent("ResizeCompleted", _ -> true);
        cluster.awaitResized("p", 2);
        awaitHeard("p", 2);
        cluster.nodes().stop(SimulatedCluster.NODE);
        cluster.loseCheckpoints();
        cluster.nodes().start(SimulatedCluster.NODE);
        // Whatever the restart brings about comes before what is asked for afterwards.
        cluster.run("later", "{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}");
        cluster.resize("p", "{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"700m\"}}}]}");
        cluster.awaitEvent("ResizeCompleted", event -> generation(event) == 3);
        assertThat(cluster.completions()).containsExactly(2L, 3L);
    }

    /** Until the nodes have heard of their own last word: one that starts again begins with what they heard, a little later than others. */
    private void awaitHeard(String name, long generation) throws InterruptedException {
        Patience.until(
                "the nodes have heard of generation " + generation,
                () -> cluster.nodes()
                        .heard(new ObjectName("default", name))
                        .filter(pod -> pod.status().observedGeneration() >= generation)
                        .filter(pod -> pod.status().conditions().stream()
                                .noneMatch(condition -> condition.type().startsWith("PodResize")))
                        .isPresent());
    }
}
