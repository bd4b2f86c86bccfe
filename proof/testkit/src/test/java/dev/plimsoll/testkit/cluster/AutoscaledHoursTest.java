package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.replay.ReplayLevel;
import dev.plimsoll.core.estimation.replay.ReplayPlan;
import dev.plimsoll.core.estimation.replay.WorkloadReplay;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.quantity.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods that are scaled as a whole over hours: none of them may die of it. */
// Acceptance of the autoscaler: excluded, class, same-numbers
@PlimsollCluster(nodes = 1, time = ClusterTime.VIRTUAL)
class AutoscaledHoursTest {
    private static final ApiResource AUTOSCALERS =
            ApiResource.namespaced("autoscaling.k8s.io", "v1", "verticalpodautoscalers", "VerticalPodAutoscaler");
    private static final String TARGET = "/status/recommendation/podRecommendation/target/memory";

    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    AutoscaledHoursTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    @AfterEach
    void tidy() {
        kubernetes
                .genericKubernetesResources("autoscaling.k8s.io/v1", "VerticalPodAutoscaler")
                .inNamespace("default")
                .delete();
        kubernetes.apps().deployments().inNamespace("default").delete();
        kubernetes.pods().inNamespace("default").withGracePeriod(0).delete();
    }

    private void apply(String manifest) {
        kubernetes
                .load(new ByteArrayInputStream(manifest.getBytes(StandardCharsets.UTF_8)))
                .inNamespace("default")
                .create();
    }

    /** One container uses much of what the pod has, the other little. */
    private void runs(String more) {
        apply("""
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata:
                  labels: {app: web}
                  annotations:
                    simulation.plimsoll.dev/cpu.a: "constant 40m"
                    simulation.plimsoll.dev/memory.a: "constant 450Mi"
                    simulation.plimsoll.dev/cpu.b: "constant 20m"
                    simulation.plimsoll.dev/memory.b: "constant 60Mi"
                spec:
                  resources: {requests: {cpu: 500m, memory: 800Mi}, limits: {cpu: 500m, memory: 800Mi}}
            %s
            """.formatted(more.indent(6)));
    }

    private void scales(String mode, String policy) {
        apply("""
            apiVersion: autoscaling.k8s.io/v1
            kind: VerticalPodAutoscaler
            metadata: {name: web}
            spec:
              targetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
              updatePolicy: {updateMode: %s}
              resourcePolicy: %s
            """.formatted(mode, policy));
    }

    /** What a backtest recommends for the memory of the pods that {@link #runs} makes, after two hours of the same use. */
    private static long backtested(String policy) {
        var own = ContainerPolicy.of("a");
        own = policy.contains("Off")
                ? own.withMode(ContainerMode.OFF)
                : own.withControlledResources(Set.of(Compute.CPU));
        var plan = ReplayPlan.DEFAULT
                .withTemplate(PodSpec.builder()
                        .podLevel("cpu=500m,memory=800Mi", "cpu=500m,memory=800Mi")
                        .container("a", "", "")
                        .container("b", "", "")
                        .build())
                .withPolicy(ResourcePolicy.of(own));
        var replay = new WorkloadReplay("web", plan, List.of(ReplayLevel.POD));
        for (var minute = 0; minute < 120; minute++) {
            replay.sample(minute * 60_000L, "p", "a", 40, Quantity.of("450Mi").value());
            replay.sample(minute * 60_000L, "p", "b", 20, Quantity.of("60Mi").value());
        }
        var recommended =
                replay.finish().levels().getFirst().recommendation().pod().orElseThrow();
        return Compute.MEMORY.unitsOf(recommended.target());
    }

    private List<ObjectNode> pods(ApiClient client) {
        return client.list(ApiResource.PODS, ObjectSelection.inNamespace("default"), Page.ALL)
                .done()
                .orElseThrow()
                .items();
    }

    private static long memory(ObjectNode object, String path) {
        return Quantity.of(object.at(path).asText("0")).value();
    }

    private void nobodyDied(ApiClient client) {
        assertThat(pods(client)).hasSize(2).allSatisfy(pod -> {
            assertThat(pod.at("/status/containerStatuses").findValuesAsText("restartCount"))
                    .containsOnly("0");
            assertThat(pod.at("/status/qosClass").asText()).isEqualTo("Guaranteed");
        });
    }

    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "InPlaceOrRecreate | {containerPolicies: [{containerName: a, mode: \"Off\"}]}",
                "Recreate | {containerPolicies: [{containerName: a, controlledResources: [cpu]}]}"
            })
    @DisplayName("a pod whose larger container is excluded is lowered to what both use, and no further")
    void excluded(String mode, String policy, ApiClient client) {
        runs("containers: [{name: a, image: i}, {name: b, image: i}]");
        scales(mode, policy);
        cluster.pass(Duration.ofHours(2));
        var vpa = cluster.await(
                AUTOSCALERS,
                new ObjectName("default", "web"),
                seen -> !seen.at(TARGET).isMissingNode());
        assertThat(memory(vpa, TARGET)).isGreaterThan(Quantity.of("510Mi").value());
        assertThat(memory(vpa, TARGET)).as("as the backtest says").isEqualTo(backtested(policy));
        // Pods within bounds are left alone for half a day; new ones get what is recommended at once.
        var old = pods(client).stream()
                .map(pod -> pod.at("/metadata/uid").asText())
                .toList();
        kubernetes.pods().inNamespace("default").withGracePeriod(0).delete();
        cluster.awaitAny(
                ApiResource.PODS,
                "default",
                pod -> !old.contains(pod.at("/metadata/uid").asText())
                        && pod.at("/status/phase").asText().equals("Running"));
        cluster.pass(Duration.ofMinutes(10));
        assertThat(pods(client))
                .allSatisfy(pod -> assertThat(memory(pod, "/spec/resources/limits/memory"))
                        .isBetween(
                                Quantity.of("510Mi").value(),
                                Quantity.of("799Mi").value()));
        nobodyDied(client);
    }

    @Test
    @DisplayName("a sidecar that is excluded counts with what it uses")
    void sidecar(ApiClient client) {
        runs("initContainers: [{name: a, image: i, restartPolicy: Always}]\ncontainers: [{name: b, image: i}]");
        scales("InPlaceOrRecreate", "{containerPolicies: [{containerName: a, mode: \"Off\"}]}");
        cluster.pass(Duration.ofHours(2));
        cluster.await(
                AUTOSCALERS,
                new ObjectName("default", "web"),
                seen -> memory(seen, TARGET) > Quantity.of("510Mi").value());
        nobodyDied(client);
    }
}
