package dev.plimsoll.controllers.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.autoscaling.PodUsages.Seen;
import dev.plimsoll.core.estimation.replicas.Finding;
import dev.plimsoll.core.estimation.replicas.PodRequest;
import dev.plimsoll.core.estimation.replicas.ScaledPod;
import dev.plimsoll.core.estimation.replicas.ScaledPod.Periods;
import dev.plimsoll.core.estimation.replicas.ScaledPod.Readiness;
import dev.plimsoll.core.estimation.replicas.ScalingHistory;
import dev.plimsoll.core.estimation.replicas.Sizing;
import dev.plimsoll.core.estimation.replicas.Tolerance;
import dev.plimsoll.core.estimation.replicas.Usage;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RoundTest {
    private static final Instant NOW = Instant.parse("2026-03-02T12:00:00Z");
    private static final Round ROUND = new Round(PodRequest.DEFAULT, Periods.DEFAULT);
    private static final String CPU_50 =
            "{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":\"Utilization\",\"averageUtilization\":50}}}";

    private static AutoscalerSpec spec(String metrics, String more) {
        var text =
                "{\"minReplicas\":1,\"maxReplicas\":10,\"scaleTargetRef\":{\"kind\":\"Deployment\",\"name\":\"web\"},"
                        + "\"metrics\":[" + metrics + "]" + more + "}";
        return AutoscalerSpec.of(json(text), Duration.ofMinutes(5), Tolerance.DEFAULT);
    }

    private static JsonNode json(String text) {
        return Json.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    /** E2's pod: pod-level requests, and one of two containers with its own. */
    private static PodSpec ide() {
        return PodSpec.builder()
                .podLevel("cpu=500m,memory=512Mi", "")
                .container("ide", "cpu=400m", "")
                .container("tool1", "", "")
                .build();
    }

    private static Seen using(PodSpec spec, String... perContainer) {
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
                    pod, longAgo, new Readiness(true, longAgo), new Usage(containers, NOW, Duration.ofSeconds(30))));
        }
        return new Seen.Pods(pods);
    }

    @Test
    @DisplayName("Example 1: 3 pods, pod-level request 500m, usage 400/350/450, target 50 %: 5 replicas")
    void example1() {
        var seen = using(ide(), "cpu=300m+cpu=100m", "cpu=300m+cpu=50m", "cpu=350m+cpu=100m");
        var said = ROUND.of(spec(CPU_50, ""), seen, 3, NOW);
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
        var verdict = Verdict.of(
                spec(CPU_50, ""),
                new Sizing(spec(CPU_50, "").range(), Duration.ofMinutes(5)),
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
        var tool = "{\"type\":\"ContainerResource\",\"containerResource\":{\"name\":\"cpu\",\"container\":\"tool1\","
                + "\"target\":{\"type\":\"Utilization\",\"averageUtilization\":50}}}";
        var seen = using(ide(), "cpu=300m+cpu=100m");
        var said = ROUND.of(spec(tool, ""), seen, 1, NOW);
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
        var ofIde = tool.replace("tool1", "ide");
        assertThat(ROUND.of(spec(ofIde, ""), seen, 1, NOW).readings().getFirst().utilization())
                .isEqualTo(75);
    }

    @Test
    @DisplayName("Some metrics invalid and the rest would scale down: no scaling; the rest would scale up: it does")
    void invalidMetrics() {
        var pods = "{\"type\":\"Pods\",\"pods\":{\"metric\":{\"name\":\"rps\"},\"target\":{\"type\":\"AverageValue\","
                + "\"averageValue\":\"5\"}}}";
        var idle = ROUND.of(spec(CPU_50 + "," + pods, ""), using(ide(), "cpu=1m+cpu=1m", "cpu=1m+cpu=1m"), 2, NOW);
        assertThat(idle.replicas()).isEqualTo(-1);
        assertThat(idle.scalingActive().reason()).isEqualTo("FailedGetPodsMetric");
        var busy =
                ROUND.of(spec(CPU_50 + "," + pods, ""), using(ide(), "cpu=400m+cpu=100m", "cpu=400m+cpu=100m"), 2, NOW);
        assertThat(busy.replicas()).isEqualTo(4);
        assertThat(busy.scalingActive().reason()).isEqualTo("ValidMetricFound");
        assertThat(busy.warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.reason()).isEqualTo("FailedGetPodsMetric"));
    }

    @Test
    @DisplayName("Metrics that cannot be had are told in upstream's words")
    void noMetrics() {
        var said =
                ROUND.of(spec(CPU_50, ""), new Seen.NoUsage("no metrics returned from resource metrics API"), 2, NOW);
        assertThat(said.warnings().getFirst())
                .isEqualTo(new Finding(
                        false,
                        "FailedGetResourceMetric",
                        "failed to get cpu utilization: unable to get metrics for resource cpu: no metrics returned from "
                                + "resource metrics API"));
        var none = ROUND.of(spec(CPU_50, ""), new Seen.Pods(List.of()), 2, NOW);
        assertThat(none.warnings().getFirst().message())
                .isEqualTo(
                        "failed to get cpu utilization: no pods returned by selector while calculating replica count");
    }

    @Test
    @DisplayName("AverageValue needs no requests; tolerance can be set per autoscaler")
    void averageValueAndTolerance() {
        var spec = PodSpec.builder().container("c", "", "").build();
        var metric = "{\"type\":\"Resource\",\"resource\":{\"name\":\"memory\",\"target\":{\"type\":\"AverageValue\","
                + "\"averageValue\":\"100Mi\"}}}";
        var seen = using(spec, "memory=115Mi");
        assertThat(ROUND.of(spec(metric, ""), seen, 1, NOW).replicas()).isEqualTo(2);
        var tolerant = ",\"behavior\":{\"scaleUp\":{\"tolerance\":\"0.2\"}}";
        assertThat(ROUND.of(spec(metric, tolerant), seen, 1, NOW).replicas()).isEqualTo(1);
        assertThat(ROUND.of(spec(metric, ""), seen, 1, NOW).metric()).isEqualTo("memory resource");
    }

    @Test
    @DisplayName("Outside the range, or with no replicas at all, metrics are not asked")
    void withoutMetrics() {
        var spec = spec(CPU_50, "");
        assertThat(Verdict.withoutMetrics(spec, 0, ScalingHistory.NONE)
                        .orElseThrow()
                        .scalingActiveOrNull())
                .isEqualTo(new Finding(
                        false, "ScalingDisabled", "scaling is disabled since the replica count of the target is zero"));
        var above = Verdict.withoutMetrics(spec, 12, ScalingHistory.NONE).orElseThrow();
        assertThat(above.replicas()).isEqualTo(10);
        assertThat(above.why()).isEqualTo("Current number of replicas above Spec.MaxReplicas");
        assertThat(Verdict.withoutMetrics(spec, 3, ScalingHistory.NONE)).isEmpty();
    }
}
