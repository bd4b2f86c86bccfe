package com.example.kotlin

import dev.plimsoll.testkit.client.ClusterAssertions.assertThatPod
import dev.plimsoll.testkit.client.ClusterTime
import dev.plimsoll.testkit.client.PlimsollCluster
import dev.plimsoll.testkit.client.TestCluster
import io.fabric8.kubernetes.client.KubernetesClient
import java.time.Duration
import org.junit.jupiter.api.Test

@PlimsollCluster(nodes = 2, time = ClusterTime.VIRTUAL)
class ResizeTest {
    @Test
    fun `a pod grows in place`(cluster: TestCluster, kubernetes: KubernetesClient) {
        cluster.applyText("""
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              containers: [{name: app, image: "app:1", resources: {requests: {cpu: 1}}}]
        """.trimIndent())
        assertThatPod(cluster, "default", "web").isRunning()
        kubernetes.pods().inNamespace("default").withName("web").subresource("resize")
            .patch("""{"spec": {"containers": [{"name": "app", "resources": {"requests": {"cpu": "2"}}}]}}""")
        cluster.advance(Duration.ofMinutes(1))
        assertThatPod(cluster, "default", "web").isResizedTo("app", "cpu", "2").wasNotRestarted()
    }
}
