package com.example;

import static dev.plimsoll.testkit.assertions.ClusterAssertions.assertThatPod;

import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import org.junit.jupiter.api.Test;

@PlimsollCluster
class FirstTest {
    @Test
    void aPodGrowsInPlace(TestCluster cluster, KubernetesClient kubernetes) {
        cluster.apply("/web.yaml");
        assertThatPod(cluster, "default", "web").isRunning();

        kubernetes.pods().inNamespace("default").withName("web").subresource("resize").patch("""
                {"spec": {"containers": [{"name": "app", "resources": {"requests": {"cpu": "2"}}}]}}""");

        assertThatPod(cluster, "default", "web").isResizedTo("app", "cpu", "2").wasNotRestarted();
    }
}
