package com.example.guide;

import static dev.plimsoll.testkit.assertions.ClusterAssertions.assertThatPod;

import dev.plimsoll.testkit.cluster.ClusterTime;
import dev.plimsoll.testkit.cluster.NodeFault;
import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import dev.plimsoll.testkit.nodes.NodeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** docs/guide/testing-resize.md */
@PlimsollCluster(
        nodes = 1,
        nodeGroups = @NodeSpec(name = "pinned", topology = "1s1n8c1t,memory=16Gi", cpuPolicy = "static"),
        time = ClusterTime.VIRTUAL)
class ResizeControllerTest {
    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    ResizeControllerTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    @AfterEach
    void reset() {
        cluster.reset();
    }

    private void run(String node, String resources) {
        cluster.applyText("""
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec:
                  nodeName: %s
                  containers: [{name: app, image: "app:1", resources: %s}]
                """.formatted(node, resources));
        assertThatPod(cluster, "default", "web").isRunning();
    }

    /** What a controller does. */
    private void resize(String cpu, String limits) {
        kubernetes.pods().inNamespace("default").withName("web").subresource("resize").patch("""
                {"spec": {"containers": [{"name": "app", "resources": {"requests": {"cpu": "%s"}%s}}]}}"""
                .formatted(cpu, limits));
    }

    @Test
    void aResizeWaitsForRoom() {
        run("node-0", "{requests: {cpu: 1}}");
        var filler = cluster.fill("node-0", "1", "1Gi");
        resize("4", "");
        assertThatPod(cluster, "default", "web").isDeferred();

        kubernetes.pods().inNamespace("default").withName(filler).withGracePeriod(0).delete();
        cluster.advance(Duration.ofMinutes(2));
        assertThatPod(cluster, "default", "web").isResizedTo("app", "cpu", "4").wasNotRestarted();
    }

    @Test
    void aRuntimeThatFailsIsAskedAgain() {
        run("node-0", "{requests: {cpu: 1}}");
        try (var fault = cluster.inject("node-0", NodeFault.slow(Duration.ofSeconds(2)), NodeFault.fail("not today"))) {
            resize("2", "");
            cluster.await(Pod.class, "default", "web", pod -> pod.getStatus().getConditions().stream()
                    .anyMatch(each -> each.getType().equals("PodResizeInProgress") && "Error".equals(each.getReason())));
        }
        cluster.advance(Duration.ofMinutes(5));
        assertThatPod(cluster, "default", "web").isResizedTo("app", "cpu", "2");
    }

    @Test
    void exclusiveCpusCannotBeResized() {
        run("pinned-0", "{requests: {cpu: 2, memory: 1Gi}, limits: {cpu: 2, memory: 1Gi}}");
        resize("3", ", \"limits\": {\"cpu\": \"3\"}");
        assertThatPod(cluster, "default", "web").isInfeasible();
    }
}
