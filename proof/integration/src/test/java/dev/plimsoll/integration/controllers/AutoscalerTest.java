package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.json;
import static dev.plimsoll.integration.controllers.Cluster.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import dev.plimsoll.core.workloads.horizontal.AutoscalerTimes;
import dev.plimsoll.core.workloads.horizontal.ScaledPod.Periods;
import dev.plimsoll.core.workloads.horizontal.Tolerance;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Horizontal pod autoscalers over simulated nodes, whose containers use what annotations say. */
// Acceptance of KEP-2837: hpa-pod, hpa-container-metric
class AutoscalerTest extends OneCluster {
    private static final ApiResource AUTOSCALERS = ApiResource.HORIZONTAL_POD_AUTOSCALERS;
    private static final ApiResource POD_METRICS =
            ApiResource.namespaced("metrics.k8s.io", "v1beta1", "pods", "PodMetrics");

    @Override
    Controllers begun() {
        // Impatient: pods are believed at once, and nothing holds a smaller size back for long.
        var times = new AutoscalerTimes(
                Duration.ofMillis(200),
                Duration.ofMillis(500),
                new Periods(Duration.ZERO, Duration.ZERO),
                Tolerance.DEFAULT);
        return cluster.controllers(ControllerSettings.DEFAULT.with(times));
    }

    private void deployment(String name, String cpu, String podResources, String containerResources) {
        cluster.create(ApiResource.DEPLOYMENTS, """
                {"metadata":{"name":"%s"},"spec":{"replicas":1,"selector":{"matchLabels":{"app":"%s"}},
                 "template":{"metadata":{"labels":{"app":"%s"},"annotations":{
                   "simulation.plimsoll.dev/cpu.app":"constant %s","simulation.plimsoll.dev/cpu.side":"constant 10m"}},
                  "spec":{"terminationGracePeriodSeconds":0%s,"containers":[
                   {"name":"app","image":"i:1"%s},{"name":"side","image":"i:1"%s}]}}}}""".formatted(
                        name, name, name, cpu, podResources, containerResources, containerResources));
    }

    private void autoscaler(String name, String metric) {
        cluster.create(AUTOSCALERS, """
                {"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","metadata":{"name":"%s"},
                 "spec":{"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"%s"},
                 "minReplicas":1,"maxReplicas":3,"metrics":[%s]}}""".formatted(name, name, metric));
    }

    private static String resource(int percent) {
        return "{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":\"Utilization\","
                + "\"averageUtilization\":" + percent + "}}}";
    }

    private static String ofContainer(String container, int percent) {
        return "{\"type\":\"ContainerResource\",\"containerResource\":{\"name\":\"cpu\",\"container\":\"" + container
                + "\",\"target\":{\"type\":\"Utilization\",\"averageUtilization\":" + percent + "}}}";
    }

    @Test
    @DisplayName("containers with requests: busy pods get company up to the maximum, and the status says why")
    void containerLevel() throws InterruptedException {
        deployment("web", "190m", "", ",\"resources\":{\"requests\":{\"cpu\":\"100m\"}}");
        // Events about the same object are few: those about use that is not known yet would leave no room for others.
        cluster.seen(POD_METRICS).await("use of a pod", _ -> true);
        autoscaler("web", resource(50));
        until(ApiResource.DEPLOYMENTS, "web", each -> each.at("/spec/replicas").asInt() == 3);
        var status = until(
                AUTOSCALERS,
                "web",
                each -> condition(each, "ScalingLimited")
                                .path("reason")
                                .asText()
                                .equals("TooManyReplicas")
                        && each.at("/status/currentReplicas").asInt() == 3);
        assertThat(status.at("/status/desiredReplicas").asInt()).isEqualTo(3);
        assertThat(text(status, "/status/currentMetrics/0/resource/current/averageUtilization"))
                .isEqualTo("100");
        assertThat(condition(status, "ScalingActive").path("reason").asText()).isEqualTo("ValidMetricFound");
        cluster.seen(ApiResource.EVENTS)
                .await(
                        "an event",
                        event -> text(event, "/reason").equals("SuccessfulRescale")
                                && text(event, "/message")
                                        .equals(
                                                "New size: 3; reason: cpu resource utilization (percentage of request) above target"));
    }

    @Test
    @DisplayName("pod-level requests: containers need none, and the pod's use is a part of the pod's request")
    void podLevel() throws InterruptedException {
        deployment("web", "190m", ",\"resources\":{\"requests\":{\"cpu\":\"400m\"}}", "");
        autoscaler("web", resource(25));
        until(ApiResource.DEPLOYMENTS, "web", each -> each.at("/spec/replicas").asInt() == 2);
        var status = until(
                AUTOSCALERS,
                "web",
                each -> each.at("/status/currentReplicas").asInt() == 2
                        && each.at("/status/currentMetrics/0/resource/current/averageUtilization")
                                        .asInt()
                                == 50);
        assertThat(text(status, "/status/currentMetrics/0/resource/current/averageValue"))
                .isEqualTo("200m");
    }

    @Test
    @DisplayName("a container without a request cannot be measured, though its pod has one; less use means fewer pods")
    void errorsAndFewer() throws InterruptedException {
        deployment("web", "10m", ",\"resources\":{\"requests\":{\"cpu\":\"400m\"}}", "");
        cluster.merge(ApiResource.DEPLOYMENTS, "web", "{\"spec\":{\"replicas\":3}}");
        autoscaler("web", ofContainer("app", 50));
        var failed = until(
                AUTOSCALERS,
                "web",
                each -> condition(each, "ScalingActive")
                                .path("reason")
                                .asText()
                                .equals("FailedGetContainerResourceMetric")
                        && condition(each, "ScalingActive")
                                .path("message")
                                .asText()
                                .contains("missing request"));
        assertThat(condition(failed, "ScalingActive").path("message").asText())
                .startsWith("the HPA was unable to compute the replica count: failed to get cpu utilization: "
                        + "missing request for cpu in container app of Pod web-");
        assertThat(failed.at("/status/desiredReplicas").asInt()).isEqualTo(3);
        cluster.merge(AUTOSCALERS, "web", "{\"spec\":{\"metrics\":[" + resource(50) + "]}}");
        until(ApiResource.DEPLOYMENTS, "web", each -> each.at("/spec/replicas").asInt() == 1);
    }

    @Test
    @DisplayName("a target that is not there, and a size of nobody's choosing")
    void targets() throws InterruptedException {
        autoscaler("web", resource(50));
        var missing = until(
                AUTOSCALERS,
                "web",
                each -> condition(each, "AbleToScale").path("reason").asText().equals("FailedGetScale"));
        assertThat(condition(missing, "AbleToScale").path("message").asText())
                .isEqualTo(
                        "the HPA controller was unable to get the target's current scale: deployments.apps \"web\" not "
                                + "found");
        deployment("web", "10m", ",\"resources\":{\"requests\":{\"cpu\":\"400m\"}}", "");
        cluster.merge(ApiResource.DEPLOYMENTS, "web", "{\"spec\":{\"replicas\":5}}");
        until(ApiResource.DEPLOYMENTS, "web", each -> each.at("/spec/replicas").asInt() <= 3);
        cluster.merge(ApiResource.DEPLOYMENTS, "web", "{\"spec\":{\"replicas\":0}}");
        until(
                AUTOSCALERS,
                "web",
                each -> condition(each, "ScalingActive").path("reason").asText().equals("ScalingDisabled"));
    }

    @Test
    @DisplayName("what is not said is filled in, what makes no sense is refused in upstream's words")
    void objects() {
        var made = cluster.create(AUTOSCALERS, """
                {"metadata":{"name":"plain"},"spec":{"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"d"},"maxReplicas":2,
                 "behavior":{"scaleDown":{"stabilizationWindowSeconds":60}}}}""");
        assertThat(made.at("/spec/minReplicas").asInt()).isEqualTo(1);
        assertThat(text(made, "/spec/metrics/0/resource/target/averageUtilization"))
                .isEqualTo("80");
        assertThat(made.at("/spec/behavior/scaleUp/policies")).hasSize(2);
        assertThat(text(made, "/spec/behavior/scaleDown/policies/0/type")).isEqualTo("Percent");
        var refused = cluster.client().create(AUTOSCALERS, json("""
                {"metadata":{"name":"bad","namespace":"default"},"spec":{"scaleTargetRef":{"kind":"Deployment"},"minReplicas":3,
                 "maxReplicas":2,"metrics":[{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization"}}}]}}"""));
        assertThat(refused).isInstanceOf(RequestResult.Refused.class);
        assertThat(refused.problem())
                .contains("spec.maxReplicas: Invalid value: 2: must be greater than or equal to `minReplicas`")
                .contains("spec.scaleTargetRef.name: Required value")
                .contains(
                        "spec.metrics[0].resource.target.averageUtilization: Required value: must set either a target raw "
                                + "value or a target utilization");
    }
}
