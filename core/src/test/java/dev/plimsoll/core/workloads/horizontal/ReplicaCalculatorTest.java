package dev.plimsoll.core.workloads.horizontal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.workloads.horizontal.ReplicaCalculator.Aim;
import dev.plimsoll.core.workloads.horizontal.ScaledPod.Periods;
import dev.plimsoll.core.workloads.horizontal.ScaledPod.Readiness;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** vpa.md §7. */
// Acceptance of KEP-2837: hpa-pod, hpa-containers, hpa-container-metric
class ReplicaCalculatorTest {
    private static final Instant NOW = Instant.parse("2026-01-10T10:00:00Z");
    private static final MetricTarget CPU = new MetricTarget.Resource(ResourceName.CPU);
    private static final ReplicaCalculator CALCULATOR =
            new ReplicaCalculator(PodRequest.DEFAULT, Periods.DEFAULT, Tolerance.DEFAULT);

    private static PodStatus phase(String phase) {
        return new PodStatus(
                phase, "", 0, List.of(), List.of(), List.of(), ResourceRequirements.ABSENT, ResourceAmounts.ABSENT);
    }

    private static ScaledPod pod(PodSpecBuilder spec, @Nullable String usage) {
        var pod = Pod.of("web", spec.build()).withStatus(phase("Running"));
        return new ScaledPod(
                pod,
                NOW.minusSeconds(3600),
                new Readiness(true, NOW.minusSeconds(3000)),
                usage == null ? null : usage(usage));
    }

    private static PodMetricUsage usage(String amounts) {
        return new PodMetricUsage(Map.of("app", ResourceAmounts.parse(amounts)), NOW, Duration.ofSeconds(15));
    }

    private static PodSpecBuilder podLevel() {
        return PodSpec.builder().podLevel("cpu=500m", "").container("app", "", "");
    }

    private static List<ScaledPod> using(@Nullable String... usages) {
        return Stream.of(usages).map(usage -> pod(podLevel(), usage)).toList();
    }

    private static Proposal propose(List<ScaledPod> pods, int percent) {
        return CALCULATOR.propose(CPU, new Aim.Utilization(percent), pods, pods.size(), NOW);
    }

    @Test
    void example1_useIsAPartOfThePodLevelRequest() {
        assertThat(propose(using("cpu=400m", "cpu=350m", "cpu=450m"), 50)).isEqualTo(new Proposal.Replicas(5, 80, 400));
    }

    @Test
    void example2_aPodWithoutMetricIsAssumedToUseNothingWhenMoreAreAskedFor() {
        assertThat(propose(using("cpu=400m", "cpu=350m", null), 50)).isEqualTo(new Proposal.Replicas(3, 75, 375));
    }

    @Test
    void aPodWithoutMetricIsAssumedToUseItsRequestWhenFewerAreAskedFor() {
        assertThat(propose(using("cpu=50m", "cpu=50m", null), 50)).isEqualTo(new Proposal.Replicas(3, 10, 50));
    }

    @Test
    void withinToleranceNothingChanges() {
        assertThat(propose(using("cpu=270m", "cpu=270m"), 50)).isEqualTo(new Proposal.Replicas(2, 54, 270));
    }

    @Test
    void example3_aContainerMetricLooksAtTheContainersOwnRequest() {
        var spec = PodSpec.builder()
                .podLevel("cpu=850m", "")
                .container("ide", "cpu=700m", "")
                .container("tool1", "", "");
        var pod = pod(spec, "cpu=350m").pod();
        assertThat(PodRequest.DEFAULT.of(pod, new MetricTarget.ContainerResource(ResourceName.CPU, "tool1")))
                .hasToString("Missing[message=missing request for cpu in container tool1 of Pod web]");
        assertThat(PodRequest.DEFAULT.of(pod, new MetricTarget.ContainerResource(ResourceName.CPU, "ide")))
                .hasToString("Milli[milli=700]");
        assertThat(PodRequest.DEFAULT.of(pod, new MetricTarget.ContainerResource(ResourceName.CPU, "gone")))
                .hasToString("Missing[message=container gone not found in Pod web]");
    }

    @Test
    void requestsOfPods() {
        var overhead = PodSpec.builder()
                .podLevel("memory=1Gi", "")
                .container("app", "cpu=100m", "")
                .container("b", "", "")
                .overhead("cpu=10m");
        assertThat(requested(overhead)).isEqualTo("Milli[milli=110]");
        assertThat(requested(PodSpec.builder().podLevel("memory=1Gi", "").container("app", "", "")))
                .isEqualTo("Missing[message=missing pod-level request for cpu in Pod web]");
        assertThat(requested(PodSpec.builder()
                        .container("app", "cpu=100m", "")
                        .sidecar("s", "cpu=20m", "")
                        .overhead("cpu=10m")))
                .isEqualTo("Milli[milli=120]");
        assertThat(requested(PodSpec.builder().podLevel("", "cpu=1").container("app", "", "")))
                .isEqualTo("Missing[message=missing request for cpu in container app of Pod web]");
    }

    private static String requested(PodSpecBuilder spec) {
        return PodRequest.DEFAULT.of(Pod.of("web", spec.build()), CPU).toString();
    }

    @Test
    void withoutTheGateThePodLevelDoesNotCount() {
        var requests = PodRequest.under(FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES, false));
        assertThat(requests.of(Pod.of("web", podLevel().build()), CPU))
                .hasToString("Missing[message=missing request for cpu in container app of Pod web]");
    }

    @Test
    void failuresAreInUpstreamsWords() {
        assertThat(propose(List.of(), 50))
                .isEqualTo(new Proposal.Invalid(
                        "FailedGetResourceMetric", "no pods returned by selector while calculating replica count"));
        assertThat(propose(using((String) null), 50))
                .isEqualTo(new Proposal.Invalid(
                        "FailedGetResourceMetric",
                        "did not receive metrics for targeted pods (pods might be unready)"));
        var zero = pod(PodSpec.builder().container("app", "cpu=0", ""), "cpu=1m");
        assertThat(propose(List.of(zero), 50))
                .isEqualTo(new Proposal.Invalid("FailedGetResourceMetric", "no metrics returned matched known pods"));
    }

    @Test
    void groups() {
        var ready = pod(podLevel(), "cpu=1m");
        assertThat(ready.group(CPU, Periods.DEFAULT, NOW)).isEqualTo(ScaledPod.Group.READY);
        assertThat(young(true, 10).group(CPU, Periods.DEFAULT, NOW))
                .as("metric older than readiness")
                .isEqualTo(ScaledPod.Group.UNREADY);
        assertThat(young(true, 60).group(CPU, Periods.DEFAULT, NOW)).isEqualTo(ScaledPod.Group.READY);
        assertThat(young(false, 60).group(CPU, Periods.DEFAULT, NOW)).isEqualTo(ScaledPod.Group.UNREADY);
        var never = new ScaledPod(
                ready.pod(), NOW.minusSeconds(3600), new Readiness(false, NOW.minusSeconds(3590)), usage("cpu=1m"));
        assertThat(never.group(CPU, Periods.DEFAULT, NOW)).isEqualTo(ScaledPod.Group.UNREADY);
        assertThat(never.group(new MetricTarget.Resource(ResourceName.MEMORY), Periods.DEFAULT, NOW))
                .isEqualTo(ScaledPod.Group.MISSING);
        var pending = new ScaledPod(ready.pod().withStatus(phase("Pending")), null, null, usage("cpu=1m"));
        assertThat(pending.group(CPU, Periods.DEFAULT, NOW)).isEqualTo(ScaledPod.Group.UNREADY);
        var failed = new ScaledPod(ready.pod().withStatus(phase("Failed")), null, null, usage("cpu=1m"));
        assertThat(failed.group(CPU, Periods.DEFAULT, NOW)).isEqualTo(ScaledPod.Group.IGNORED);
    }

    private static ScaledPod young(boolean ready, int readyForSeconds) {
        return new ScaledPod(
                pod(podLevel(), null).pod(),
                NOW.minusSeconds(120),
                new Readiness(ready, NOW.minusSeconds(readyForSeconds)),
                usage("cpu=1m"));
    }

    @Test
    void unreadyPodsCountAsIdleWhenMoreAreAskedFor() {
        var pods = List.of(pod(podLevel(), "cpu=500m"), young(false, 60));
        assertThat(propose(pods, 50)).isEqualTo(new Proposal.Replicas(2, 100, 500));
    }

    @Test
    void averageValuesNeedNoRequests() {
        var pods = List.of(
                pod(PodSpec.builder().container("app", "", ""), "cpu=300m"),
                pod(PodSpec.builder().container("app", "", ""), "cpu=500m"));
        assertThat(CALCULATOR.propose(CPU, new Aim.AverageValue(200), pods, 2, NOW))
                .isEqualTo(new Proposal.Replicas(4, 400, 400));
    }
}
