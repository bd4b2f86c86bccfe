package com.example.web;

import static dev.plimsoll.testkit.client.ClusterAssertions.assertThatPod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plimsoll.testkit.client.ApiFault;
import dev.plimsoll.testkit.client.ApiResource;
import dev.plimsoll.testkit.client.ClusterTime;
import dev.plimsoll.testkit.client.LocalWebhook;
import dev.plimsoll.testkit.client.NodeFault;
import dev.plimsoll.testkit.client.ObjectName;
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

    @Test
    void documentsNeedNoLibrary() {
        cluster.apply("/web.yaml");
        var pod = cluster.awaitPod("default", "web", seen -> seen.at("/status/phase").asText().equals("Running"));
        assertEquals("app", pod.at("/spec/containers/0/name").asText());
        assertTrue(cluster.events(ApiResource.PODS, new ObjectName("default", "web")).stream()
                .anyMatch(event -> event.path("reason").asText().equals("Started")));
    }

    @Test
    void aResizeWaitsForRoom() {
        cluster.apply("/web.yaml");
        assertThatPod(cluster, "default", "web").isRunning();
        var node = cluster.awaitPod("default", "web", pod -> true).at("/spec/nodeName").asText();
        cluster.fill(node, "1", "1Gi");
        resize("4");
        assertThatPod(cluster, "default", "web").isDeferred();
        kubernetes.pods().inNamespace("default").withName("filler").withGracePeriod(0).delete();
        cluster.advance(Duration.ofMinutes(2));
        assertThatPod(cluster, "default", "web").isResizedTo("app", "cpu", "4").wasNotRestarted();
    }

    @Test
    void aWebhookOfTheTestIsAsked() {
        try (var webhook = cluster.webhook(request -> LocalWebhook.denied("not today"))
                .validates("", "v1", "pods", "CREATE")) {
            var refused = assertThrows(AssertionError.class, () -> cluster.apply("/web.yaml"));
            assertTrue(refused.getMessage().contains("not today"), webhook.url().toString());
        }
    }

    @Test
    void faultsAddUp() {
        cluster.apply("/web.yaml");
        assertThatPod(cluster, "default", "web").isRunning();
        try (var slow = cluster.inject("node-0", NodeFault.slow(Duration.ofSeconds(1)));
                var conflict = cluster.inject(ApiFault.conflict().onVerb("patch").onResource("pods/resize").times(1))) {
            var failed = assertThrows(KubernetesClientException.class, () -> kubernetes.pods().inNamespace("default")
                    .withName("web").subresource("resize").patch("{}"));
            assertEquals(409, failed.getCode());
        }
    }
}
