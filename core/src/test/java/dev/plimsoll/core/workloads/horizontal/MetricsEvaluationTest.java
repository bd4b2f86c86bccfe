package dev.plimsoll.core.workloads.horizontal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.CrossVersionObjectReference;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.workloads.horizontal.ReplicaCalculator.Aim;
import dev.plimsoll.core.workloads.horizontal.ScaledPod.Periods;
import dev.plimsoll.core.workloads.horizontal.ScaledPod.Readiness;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MetricsEvaluationTest {
    private static final Instant NOW = Instant.parse("2026-03-02T12:00:00Z");
    private static final MetricsEvaluation EVALUATION = new MetricsEvaluation(PodRequest.DEFAULT, Periods.DEFAULT);
    private static final MetricSource CPU_50 =
            new MetricSource.Resources(new MetricTarget.Resource(ResourceName.CPU), new Aim.Utilization(50));
    private static final MetricSource RPS =
            new MetricSource.Adapted("rps", "FailedGetPodsMetric", "custom.metrics.k8s.io");

    private static AutoscalerSpec spec(MetricSource... metrics) {
        return spec(Tolerance.DEFAULT, metrics);
    }

    private static AutoscalerSpec spec(Tolerance tolerance, MetricSource... metrics) {
        return new AutoscalerSpec(
                new CrossVersionObjectReference("apps/v1", "Deployment", "web"),
                new ReplicaRange(1, 10),
                List.of(metrics),
                null,
                tolerance);
    }

    private static MetricSource ofContainer(String container) {
        return new MetricSource.Resources(
                new MetricTarget.ContainerResource(ResourceName.CPU, container), new Aim.Utilization(50));
    }

    /** E2's pod: pod-level requests, and one of two containers with its own. */
    private static PodSpec ide() {
        return PodSpec.builder()
                .podLevel("cpu=500m,memory=512Mi", "")
                .container("ide", "cpu=400m", "")
                .container("tool1", "", "")
                .build();
    }

    private static MeasuredPods using(PodSpec spec, String... perContainer) {
        var pods = new ArrayList<ScaledPod>();
        for (var i = 0; i < perContainer.length; i++) {
            var pod = Pod.of("web-" + i, spec);
            var longAgo = NOW.minusSeconds(3600);
            var parts = perContainer[i].split("\\+", -1);
            var containers = new HashMap<String, ResourceAmounts>();
            for (var c = 0; c < parts.length; c++) {
                containers.put(spec.containers().get(c).name(), ResourceAmounts.parse(parts[c]));
            }
            pods.add(new ScaledPod(
                    pod,
                    longAgo,
                    new Readiness(true, longAgo),
                    new PodMetricUsage(containers, NOW, Duration.ofSeconds(30))));
        }
        return new MeasuredPods.Pods(pods);
    }

    @Test
    @DisplayName("Example 1: 3 pods, pod-level request 500m, usage 400/350/450, target 50 %: 5 replicas")
    void example1() {
        var seen = using(ide(), "cpu=300m+cpu=100m", "cpu=300m+cpu=50m", "cpu=350m+cpu=100m");
        var said = EVALUATION.of(spec(CPU_50), seen, 3, NOW);
        assertThat(said.replicas()).isEqualTo(5);
        assertThat(said.readings()).singleElement().satisfies(reading -> {
            assertThat(reading.utilization()).isEqualTo(80);
            assertThat(reading.averageMilli()).isEqualTo(400);
        });
        assertThat(said.scalingActive())
                .isEqualTo(new Finding(
                        true,
                        "ValidMetricFound",
                        "the HPA was able to successfully calculate a replica count from cpu resource utilization "
                                + "(percentage of request)"));
        var verdict = ScalingDecision.of(
                spec(CPU_50),
                new ReplicaDecision(spec(CPU_50).range(), Duration.ofMinutes(5)),
                said,
                3,
                ScalingHistory.NONE,
                NOW);
        assertThat(verdict.replicas()).isEqualTo(5);
        assertThat(verdict.why()).isEqualTo("cpu resource utilization (percentage of request) above target");
    }

    @Test
    @DisplayName("Example 3: ContainerResource on a container without a request is an error, though the pod has one")
    void example3() {
        var seen = using(ide(), "cpu=300m+cpu=100m");
        var said = EVALUATION.of(spec(ofContainer("tool1")), seen, 1, NOW);
        assertThat(said.replicas()).isEqualTo(-1);
        assertThat(said.scalingActive())
                .isEqualTo(new Finding(
                        false,
                        "FailedGetContainerResourceMetric",
                        "the HPA was unable to compute the replica count: failed to get cpu utilization: missing request "
                                + "for cpu in container tool1 of Pod web-0"));
        assertThat(said.problem())
                .isEqualTo(
                        "invalid metrics (1 invalid out of 1), first error is: failed to get cpu container metric "
                                + "value: failed to get cpu utilization: missing request for cpu in container tool1 of Pod web-0");
        assertThat(EVALUATION
                        .of(spec(ofContainer("ide")), seen, 1, NOW)
                        .readings()
                        .getFirst()
                        .utilization())
                .isEqualTo(75);
    }

    @Test
    @DisplayName("Some metrics invalid and the rest would scale down: no scaling; the rest would scale up: it does")
    void invalidMetrics() {
        var idle = EVALUATION.of(spec(CPU_50, RPS), using(ide(), "cpu=1m+cpu=1m", "cpu=1m+cpu=1m"), 2, NOW);
        assertThat(idle.replicas()).isEqualTo(-1);
        assertThat(idle.scalingActive().reason()).isEqualTo("FailedGetPodsMetric");
        var busy = EVALUATION.of(spec(CPU_50, RPS), using(ide(), "cpu=400m+cpu=100m", "cpu=400m+cpu=100m"), 2, NOW);
        assertThat(busy.replicas()).isEqualTo(4);
        assertThat(busy.scalingActive().reason()).isEqualTo("ValidMetricFound");
        assertThat(busy.warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.reason()).isEqualTo("FailedGetPodsMetric"));
    }

    @Test
    @DisplayName("Metrics that cannot be had are told in upstream's words")
    void noMetrics() {
        var said = EVALUATION.of(
                spec(CPU_50), new MeasuredPods.NoUsage("no metrics returned from resource metrics API"), 2, NOW);
        assertThat(said.warnings().getFirst())
                .isEqualTo(new Finding(
                        false,
                        "FailedGetResourceMetric",
                        "failed to get cpu utilization: unable to get metrics for resource cpu: no metrics returned from "
                                + "resource metrics API"));
        var none = EVALUATION.of(spec(CPU_50), new MeasuredPods.Pods(List.of()), 2, NOW);
        assertThat(none.warnings().getFirst().message())
                .isEqualTo(
                        "failed to get cpu utilization: no pods returned by selector while calculating replica count");
    }

    @Test
    @DisplayName("AverageValue needs no requests; tolerance can be set per autoscaler")
    void averageValueAndTolerance() {
        var spec = PodSpec.builder().container("c", "", "").build();
        var metric = new MetricSource.Resources(
                new MetricTarget.Resource(ResourceName.MEMORY), new Aim.AverageValue(100L * 1024 * 1024 * 1000));
        var seen = using(spec, "memory=115Mi");
        assertThat(EVALUATION.of(spec(metric), seen, 1, NOW).replicas()).isEqualTo(2);
        assertThat(EVALUATION
                        .of(spec(new Tolerance(0.1, 0.2), metric), seen, 1, NOW)
                        .replicas())
                .isEqualTo(1);
        assertThat(EVALUATION.of(spec(metric), seen, 1, NOW).metric()).isEqualTo("memory resource");
    }

    @Test
    @DisplayName("Outside the range, or with no replicas at all, metrics are not asked")
    void withoutMetrics() {
        var spec = spec(CPU_50);
        assertThat(ScalingDecision.withoutMetrics(spec, 0, ScalingHistory.NONE)
                        .orElseThrow()
                        .scalingActiveOrNull())
                .isEqualTo(new Finding(
                        false, "ScalingDisabled", "scaling is disabled since the replica count of the target is zero"));
        var above =
                ScalingDecision.withoutMetrics(spec, 12, ScalingHistory.NONE).orElseThrow();
        assertThat(above.replicas()).isEqualTo(10);
        assertThat(above.why()).isEqualTo("Current number of replicas above Spec.MaxReplicas");
        assertThat(ScalingDecision.withoutMetrics(spec, 3, ScalingHistory.NONE)).isEmpty();
    }
}
