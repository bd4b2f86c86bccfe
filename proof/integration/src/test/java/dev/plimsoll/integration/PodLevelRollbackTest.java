package dev.plimsoll.integration;

import static dev.plimsoll.integration.PodJson.container;
import static dev.plimsoll.integration.PodJson.spec;
import static dev.plimsoll.integration.PodJson.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** KEP-2837 where the gate of pod-level resources is switched off under pods that run, and on again. */
// Acceptance of KEP-2837: downgrade-running, downgrade-plain, reupgrade
// Acceptance of nodes: resize-rollback
// Acceptance of production: gate-off
@Timeout(240)
class PodLevelRollbackTest {
    private static final FeatureGates ON = FeatureGates.DEFAULT;
    private static final FeatureGates OFF = FeatureGates.DEFAULT
            .with(Gate.POD_LEVEL_RESOURCES, false)
            .with(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING, false)
            .with(Gate.POD_LEVEL_RESOURCES_FIX_KUBELET_QOS_CLASS, false)
            .with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false);
    private static final String LEVEL = "cpu=2,memory=1Gi";

    private static String podLevel() {
        return spec(LEVEL, LEVEL, container("c", "cpu=500m,memory=256Mi", ""));
    }

    private static String id(JsonNode pod) {
        return pod.at("/status/containerStatuses/0/containerID").asText();
    }

    @Test
    @DisplayName(
            "rollback and upgrade again: pods that run go on with what they have, the stored object keeps the field")
    void rollbackAndUpgradeAgain(@TempDir Path folder) throws IOException {
        try (var cluster = new GatedCluster(folder)) {
            cluster.replace(ON, ON, ON);
            cluster.create("level", podLevel());
            var before = cluster.awaitRunning("level");
            cluster.create("plain", spec("", "", container("c", "cpu=1,memory=256Mi", "")));
            var plain = cluster.awaitRunning("plain");

            cluster.replace(ON, ON, OFF);
            assertKept(cluster, "level", before);
            assertKept(cluster, "plain", plain);
            cluster.replace(OFF, OFF, OFF);
            assertKept(cluster, "level", before);
            cluster.create("late", podLevel());
            assertThat(cluster.get("late").at("/spec/resources").isMissingNode())
                    .isTrue();

            cluster.replace(ON, ON, ON);
            assertKept(cluster, "level", before);
            assertKept(cluster, "plain", plain);
            cluster.delete("level");
            cluster.create("level", podLevel());
            cluster.awaitRunning("level");
            cluster.await(
                    "level",
                    "in force",
                    pod -> text(pod.at("/status/resources")).equals(LEVEL + " / " + LEVEL));
        }
    }

    /** It runs, in the same container, and says what it says since it was made. */
    private static void assertKept(GatedCluster cluster, String name, JsonNode before) throws IOException {
        // A pod of its own shows that the node is at work, and has looked at the others.
        var probe = "probe-" + Math.abs(System.nanoTime());
        cluster.create(probe, spec("", "", container("c", "cpu=10m", "")));
        cluster.awaitRunning(probe);
        cluster.delete(probe);
        var now = cluster.get(name);
        assertThat(now.at("/status/phase").asText()).isEqualTo("Running");
        assertThat(id(now)).isEqualTo(id(before));
        assertThat(now.at("/spec/resources")).isEqualTo(before.at("/spec/resources"));
    }
}
