package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.AutoscalerSettings;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.policy.EstimatorKind;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.replay.ReplayLevel;
import dev.plimsoll.core.estimation.replay.ReplayPlan;
import dev.plimsoll.core.estimation.replay.WorkloadReplay;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.quantity.Quantity;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The estimator over whole pods on a running cluster: an hour of the cluster is more than a day of the autoscaler. */
// Acceptance of the autoscaler: whole, same-numbers
@Timeout(300)
class WholePodHistoryTest {
    private static final ApiResource CHECKPOINTS = ApiResource.namespaced(
            "autoscaling.k8s.io", "v1", "verticalpodautoscalercheckpoints", "VerticalPodAutoscalerCheckpoint");
    private static final String TARGET = "/status/recommendation/podRecommendation/target/";
    private static final int SPEED = 48;

    private static final ObjectNode DEPLOYMENT = AutoscaledWorkload.json("""
            {"metadata":{"namespace":"default","name":"web"},"spec":{"replicas":2,"selector":{"matchLabels":{"app":"web"}},
             "template":{"metadata":{"labels":{"app":"web"},"annotations":{
              "simulation.plimsoll.dev/cpu.a":"constant 410m","simulation.plimsoll.dev/memory.a":"constant 450Mi",
              "simulation.plimsoll.dev/cpu.b":"constant 130m","simulation.plimsoll.dev/memory.b":"constant 260Mi"}},
             "spec":{"resources":{"requests":{"cpu":"1","memory":"1Gi"},"limits":{"cpu":"1","memory":"1Gi"}},
              "containers":[{"name":"a","image":"i"},{"name":"b","image":"i"}]}}}}""");

    private static ObjectNode vpa(EstimatorKind kind) {
        return AutoscaledWorkload.json("""
                {"metadata":{"namespace":"default","name":"web"},"spec":{
                 "targetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"},"updatePolicy":{"updateMode":"Off"},
                 "resourcePolicy":{"podPolicies":{"mode":"Auto","estimator":"%s"}}}}""".formatted(kind.text()));
    }

    /** What a backtest recommends for two days of the same use. */
    private static long backtested(EstimatorKind kind, Compute compute) {
        var plan = ReplayPlan.DEFAULT
                .withTemplate(PodSpec.builder()
                        .podLevel("cpu=1,memory=1Gi", "cpu=1,memory=1Gi")
                        .container("a", "", "")
                        .container("b", "", "")
                        .build())
                .withPolicy(ResourcePolicy.NONE.withPodPolicies(PodPolicies.DEFAULT.withEstimator(kind)));
        var level = kind == EstimatorKind.WHOLE ? ReplayLevel.WHOLE : ReplayLevel.POD;
        var replay = new WorkloadReplay("web", plan, List.of(level));
        for (var minute = 0; minute < 2880; minute++) {
            replay.sample(minute * 60_000L, "p", "a", 410, Quantity.of("450Mi").value());
            replay.sample(minute * 60_000L, "p", "b", 130, Quantity.of("260Mi").value());
        }
        var recommended =
                replay.finish().levels().getFirst().recommendation().pod().orElseThrow();
        return compute.unitsOf(recommended.target());
    }

    @Test
    @DisplayName(
            "after a day whole pods are estimated from their own history, as in a backtest, also by a recommender that was restarted")
    void whole() throws IOException, InterruptedException {
        try (var cluster = new VirtualAutoscaler(false)) {
            cluster.create(ApiResource.DEPLOYMENTS, DEPLOYMENT);
            cluster.create(VirtualAutoscaler.AUTOSCALERS, vpa(EstimatorKind.WHOLE));
            try (var _ = cluster.start(AutoscalerSettings.NEW, SPEED)) {
                cluster.passUntil(() -> recommended(cluster, Compute.MEMORY) > 0);
                for (var compute : Compute.ALL) {
                    assertThat(recommended(cluster, compute))
                            .as("the sum of %s before a day has passed", compute.resource())
                            .isEqualTo(backtested(EstimatorKind.SUM, compute));
                }
                cluster.pass(Duration.ofMinutes(40));
            }
            assertThat(cluster.list(CHECKPOINTS))
                    .extracting(checkpoint -> checkpoint.at("/metadata/name").asText())
                    .contains("web--pod");
            try (var _ = cluster.start(AutoscalerSettings.NEW, SPEED)) {
                cluster.pass(Duration.ofMinutes(10));
            }
            for (var compute : Compute.ALL) {
                assertThat(recommended(cluster, compute))
                        .as("%s of whole pods", compute.resource())
                        .isEqualTo(backtested(EstimatorKind.WHOLE, compute))
                        .isNotEqualTo(backtested(EstimatorKind.SUM, compute));
            }
            assertThat(cluster.troubles).isEmpty();
        }
    }

    private static long recommended(VirtualAutoscaler cluster, Compute compute) {
        var vpa = cluster.list(VirtualAutoscaler.AUTOSCALERS).getFirst();
        var text = vpa.at(TARGET + compute.resource().text()).asText("0");
        return compute.units(Quantity.of(text));
    }
}
