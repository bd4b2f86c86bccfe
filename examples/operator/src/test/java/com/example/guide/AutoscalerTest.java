package com.example.guide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.testkit.cluster.ClusterTime;
import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** docs/guide/testing-vpa.md */
@PlimsollCluster(nodes = 1, time = ClusterTime.VIRTUAL)
class AutoscalerTest {
    private static final ApiResource AUTOSCALERS =
            ApiResource.namespaced("autoscaling.k8s.io", "v1", "verticalpodautoscalers", "VerticalPodAutoscaler");

    @Test
    void recommendsWhatIsUsed(TestCluster cluster) {
        cluster.applyText("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web}
                spec:
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata:
                      labels: {app: web}
                      annotations: {simulation.plimsoll.dev/cpu.app: constant 700m}
                    spec:
                      containers: [{name: app, image: "app:1", resources: {requests: {cpu: 100m, memory: 64Mi}}}]
                ---
                apiVersion: autoscaling.k8s.io/v1
                kind: VerticalPodAutoscaler
                metadata: {name: web}
                spec:
                  targetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
                  updatePolicy: {updateMode: "Off"}
                """);

        cluster.advance(Duration.ofHours(2));

        var target = "/status/recommendation/containerRecommendations/0/target/cpu";
        var vpa = cluster.await(
                AUTOSCALERS, new ObjectName("default", "web"), seen -> !seen.at(target).isMissingNode());
        var recommended = Integer.parseInt(vpa.at(target).asText().replace("m", ""));
        assertTrue(recommended >= 700 && recommended < 900, vpa.at(target).asText());
    }
}
