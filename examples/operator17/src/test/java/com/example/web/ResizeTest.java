package com.example.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plimsoll.testkit.client.ClusterTime;
import dev.plimsoll.testkit.client.PlimsollCluster;
import dev.plimsoll.testkit.client.TestCluster;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Compiled and run by Java 17; the cluster runs on 25 in a process of its own. */
@PlimsollCluster(nodes = 2, time = ClusterTime.VIRTUAL)
class ResizeTest {
    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    ResizeTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    @AfterEach
    void reset() {
        cluster.reset();
    }

    private void resize(String cpu) {
        cluster.apply("/web.yaml");
        cluster.await(Pod.class, "default", "web", pod -> "Running".equals(pod.getStatus().getPhase()));
        kubernetes.pods().inNamespace("default").withName("web").subresource("resize").patch(
                "{\"spec\":{\"containers\":[{\"name\":\"app\",\"resources\":{\"requests\":{\"cpu\":\"" + cpu + "\"}}}]}}");
    }

    @Test
    void growsWithoutARestart() {
        resize("3");
        var grown = cluster.await(Pod.class, "default", "web", pod -> {
            var status = pod.getStatus().getContainerStatuses().get(0);
            return "3".equals(status.getResources().getRequests().get("cpu").toString());
        });
        assertEquals(0, grown.getStatus().getContainerStatuses().get(0).getRestartCount());
    }

    @Test
    void isRefusedWhereNoNodeIsLargeEnough() {
        var refused = assertThrows(KubernetesClientException.class, () -> resize("100"));
        assertTrue(refused.getMessage().contains("node didn't have enough allocatable resources: cpu"));
    }

    @Test
    void aLostNodeIsNoticedWithinAnHour() {
        cluster.stopNode("node-1");
        cluster.advance(Duration.ofHours(1));
        cluster.await(kubernetes.nodes().withName("node-1"), Duration.ofSeconds(10), node ->
                node.getStatus().getConditions().stream().anyMatch(
                        condition -> condition.getType().equals("Ready") && condition.getStatus().equals("Unknown")));
    }
}
