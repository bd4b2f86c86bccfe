package com.example.guide;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.testkit.cluster.ClusterTime;
import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** docs/guide/testing.md */
@PlimsollCluster(nodes = 2, time = ClusterTime.VIRTUAL)
class LostNodeTest {
    @Test
    void itsPodsComeBackElsewhere(TestCluster cluster) {
        cluster.apply("/deployment.yaml");
        var pod = cluster.awaitAny(ApiResource.PODS, "default", LostNodeTest::isRunning);
        var lost = pod.at("/spec/nodeName").asText();

        cluster.stopNode(lost);
        cluster.advance(Duration.ofMinutes(7));

        cluster.awaitAny(
                ApiResource.PODS,
                "default",
                seen -> isRunning(seen) && !seen.at("/spec/nodeName").asText().equals(lost));
    }

    private static boolean isRunning(ObjectNode pod) {
        return pod.at("/status/phase").asText().equals("Running");
    }
}
