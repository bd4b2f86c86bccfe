package dev.plimsoll.integration;

import static dev.plimsoll.integration.PodJson.container;
import static dev.plimsoll.integration.PodJson.spec;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** KEP-2837 on a node whose pods use memory: whose limit is reached. */
// Acceptance of KEP-2837: story-burst, sum-of-limits, oom-cgroup
// Acceptance of nodes: resize-oom, memory-kill
@Timeout(120)
class PodLevelMemoryTest {
    private static String killed(JsonNode pod, int container) {
        return pod.at("/status/containerStatuses/" + container + "/lastState/terminated/reason")
                .asText();
    }

    @Test
    @DisplayName(
            "containers without limits are killed when one of them, or all together, use more than the pod's limit")
    void podLimit(@TempDir Path folder) throws Exception {
        try (var cluster = new SimulatedCluster(folder)) {
            var limited = spec("memory=512Mi", "memory=1Gi", container("a", "", ""), container("b", "", ""));
            cluster.create(
                    "unlimited",
                    spec("memory=512Mi", "", container("a", "", ""), container("b", "", "")),
                    "memory.a",
                    "constant 600Mi",
                    "memory.b",
                    "constant 700Mi");
            cluster.create("within", limited, "memory.a", "constant 300Mi", "memory.b", "constant 700Mi");
            cluster.create("together", limited, "memory.a", "constant 600Mi", "memory.b", "constant 700Mi");
            cluster.create("alone", limited, "memory.a", "constant 10Mi", "memory.b", "constant 2Gi");
            var together = cluster.await(
                    "together",
                    "killed",
                    pod -> killed(pod, 0).equals("OOMKilled") || killed(pod, 1).equals("OOMKilled"));
            assertThat(killed(together, 1)).as("the largest goes").isEqualTo("OOMKilled");
            var alone = cluster.await("alone", "killed", pod -> killed(pod, 1).equals("OOMKilled"));
            assertThat(killed(alone, 0)).isEmpty();
            for (var name : new String[] {"unlimited", "within"}) {
                var pod = cluster.awaitReady(name);
                assertThat(killed(pod, 0) + killed(pod, 1)).as(name).isEmpty();
            }
        }
    }
}
