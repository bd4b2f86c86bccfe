package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** T5 of vpa.md §6.11: an API server that resizes no pods with pod-level resources. */
// Acceptance of the autoscaler: T5
class ResizeUnavailableTest {
    private final TestCluster cluster =
            new TestCluster(FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false));

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void t5_itIsTriedOnceAndPodsAreEvictedInstead() throws InterruptedException {
        cluster.node();
        cluster.deployment(4);
        cluster.vpa("InPlaceOrRecreate", "{}");
        var status = TestCluster.json("""
                {"status":{"recommendation":{
                 "podRecommendation":{"target":{"cpu":"850m","memory":"300Mi"}},
                 "containerRecommendations":[{"containerName":"main","target":{"cpu":"850m","memory":"300Mi"}}]}}}""");
        cluster.client.patch(
                AutoscalerResources.VPAS.sub("status"), new ObjectName("default", "web"), new Patch.Merge(status));
        for (var pod : List.of("web-1-a", "web-1-b", "web-1-c", "web-1-d")) {
            cluster.pod(
                    pod,
                    "\"resources\":{\"requests\":{\"cpu\":\"2\",\"memory\":\"1Gi\"}},",
                    "[{\"name\":\"main\",\"image\":\"i\"}]");
            cluster.running(pod, "[]");
        }
        cluster.started();
        var heard = new Heard();
        new Parts(cluster).updater(heard).runOnce();
        assertThat(heard.told).containsExactly("evicted", "evicted");
        assertThat(heard.reasons.getFirst()).contains("feature gate is disabled");
        assertThat(heard.reasons.getLast()).isEqualTo("pod-level resize is not available");
    }
}
