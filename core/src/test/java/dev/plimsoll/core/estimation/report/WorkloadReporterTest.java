package dev.plimsoll.core.estimation.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.capping.MergedRange;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.estimation.recommendation.EstimatorSettings;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkloadReporterTest {
    private static final WorkloadName NAME = new WorkloadName("shop", "Deployment", "web");
    private static final long GIB = 1L << 30;
    private static final long HOUR = 3_600_000L;

    private final WorkloadReporter reporter = new WorkloadReporter(EstimatorSettings.DEFAULT);

    private static PodSpec pod(String requests, String limits) {
        return PodSpec.builder()
                .container("app", requests, limits)
                .container("log", "cpu=100m,memory=128Mi", "")
                .build();
    }

    private static WorkloadUse use(long milliCores, long bytes) {
        var use = new WorkloadUse();
        for (var container : List.of("app", "log")) {
            var instance = use.container(container).instance();
            for (var hour = 0; hour < 48; hour++) {
                instance.cpu(hour * HOUR, milliCores);
                instance.memory(hour * HOUR, bytes);
            }
        }
        return use;
    }

    private WorkloadReport measured(List<PodSpec> pods, WorkloadUse use) {
        return reporter.measured(
                new WorkloadPods(NAME, pods, pods, Set.of()), use, ResourcePolicy.of(), MergedRange.NONE);
    }

    @Test
    void whatIsAskedAndNotNeededIsWasteOfAllPods() {
        var spec = pod("cpu=2,memory=4Gi", "");
        var report = measured(List.of(spec, spec, spec), use(200, GIB));
        assertThat(report.totals().asked()).isEqualTo(new ComputeAmounts(3 * 2100, 3 * (4 * GIB + GIB / 8)));
        assertThat(report.totals().average()).isEqualTo(new ComputeAmounts(3 * 400, 3 * 2 * GIB));
        var target = report.atContainers().container("app").orElseThrow().target();
        var perPod = ComputeAmounts.of(target).times(2);
        assertThat(report.recommended()).isEqualTo(perPod.times(3));
        assertThat(perPod.milliCores()).isBetween(2 * 200L, 2 * 260L);
        assertThat(report.waste().milliCores())
                .isEqualTo(3 * 2100 - report.recommended().milliCores());
        assertThat(report.waste().bytes())
                .isEqualTo(
                        report.totals().asked().bytes() - report.recommended().bytes());
        assertThat(report.shortage()).isEqualTo(ComputeAmounts.NONE);
        assertThat(report.samples()).isEqualTo(96);
        assertThat(report.span().toHours()).isEqualTo(47);
    }

    @Test
    void thePodLevelIsTheSumOfItsContainersAndCountsWhereThePodHasOne() {
        var spec = pod("", "").withResources(ResourceRequirements.parse("cpu=1,memory=8Gi", "cpu=1,memory=8Gi"));
        var report = measured(List.of(spec), use(400, GIB));
        assertThat(report.setsPodLevel()).isTrue();
        var pod = report.atPod().pod().orElseThrow();
        var sum = ComputeAmounts.NONE;
        for (var container : report.atPod().containers()) {
            sum = sum.plus(ComputeAmounts.of(container.estimate().target()));
        }
        assertThat(ComputeAmounts.of(pod.target())).isEqualTo(sum);
        assertThat(report.recommended()).isEqualTo(sum);
        assertThat(report.waste().bytes()).isEqualTo(8 * GIB - sum.bytes());
    }

    @Test
    void withoutSamplesNothingElseIsRecommendedThanWhatIsAsked() {
        var report = measured(List.of(pod("cpu=2,memory=4Gi", "")), new WorkloadUse());
        assertThat(report.isKnown()).isFalse();
        assertThat(report.recommended()).isEqualTo(report.totals().asked());
        assertThat(report.waste()).isEqualTo(ComputeAmounts.NONE);
        assertThat(report.risks()).isEmpty();
    }

    @Test
    void risksAreToldTheWorstFirst() {
        var spec = pod("cpu=100m", "memory=1Gi");
        var pods = new WorkloadPods(NAME, List.of(spec), List.of(spec), Set.of("app"));
        var report = reporter.measured(pods, use(500, GIB), ResourcePolicy.of(), MergedRange.NONE);
        assertThat(report.risks().stream().map(risk -> risk.kind() + " " + risk.container() + " " + risk.compute()))
                .containsExactly(
                        "KILLED app MEMORY",
                        "NEAR_LIMIT app MEMORY",
                        "TOO_LITTLE app CPU",
                        "TOO_LITTLE app MEMORY",
                        "TOO_LITTLE log CPU",
                        "TOO_LITTLE log MEMORY");
        var nothing = measured(List.of(pod("", "")), use(500, GIB));
        assertThat(nothing.risks())
                .filteredOn(risk -> risk.container().equals("app"))
                .extracting(Risk::kind)
                .containsOnly(Risk.Kind.NOT_REQUESTED);
    }

    @Test
    void aPublishedRecommendationIsTakenAsItIs() {
        var estimate = Estimate.of(Compute.CPU, 300, 200, 400);
        var published = new Recommendation(List.of(new ContainerEstimate("app", estimate)), null);
        var spec = pod("cpu=2,memory=4Gi", "");
        var report = reporter.published(
                new WorkloadPods(NAME, List.of(spec), List.of(spec), Set.of()), new WorkloadUse(), published);
        assertThat(report.recommended())
                .as("what nobody recommends stays")
                .isEqualTo(new ComputeAmounts(400, 4 * GIB + GIB / 8));
    }

    @Test
    void workloadsAreSortedByWhatTheyWasteRiskOrAreCalled() {
        var reports = new ArrayList<WorkloadReport>();
        reports.add(named("small", "cpu=1,memory=1Gi"));
        reports.add(named("cores", "cpu=9,memory=1Gi"));
        reports.add(named("memory", "cpu=1,memory=40Gi"));
        reports.add(named("poor", "cpu=10m,memory=1Gi"));
        assertThat(order(reports, ClusterReport.Order.NAME)).containsExactly("cores", "memory", "poor", "small");
        assertThat(order(reports, ClusterReport.Order.WASTE)).startsWith("cores", "memory", "small");
        assertThat(order(reports, ClusterReport.Order.MEMORY)).startsWith("memory");
        assertThat(order(reports, ClusterReport.Order.RISK)).startsWith("poor");
        var cheapCores = ClusterReport.of(reports, ClusterReport.Order.WASTE, new Prices(0.001, 1));
        assertThat(cheapCores.workloads().getFirst().name().name()).isEqualTo("memory");
        assertThat(cheapCores.pods()).isEqualTo(4);
        assertThat(new Prices(0.5, 0.25).month(new ComputeAmounts(2000, 4 * GIB)))
                .isEqualTo((1 + 1) * 730);
    }

    private static List<String> order(List<WorkloadReport> reports, ClusterReport.Order order) {
        return ClusterReport.of(reports, order, Prices.WEIGHTS).workloads().stream()
                .map(report -> report.name().name())
                .toList();
    }

    private WorkloadReport named(String name, String requests) {
        var spec = pod(requests, "");
        var pods =
                new WorkloadPods(new WorkloadName("shop", "Deployment", name), List.of(spec), List.of(spec), Set.of());
        return reporter.measured(pods, use(50, GIB / 16), ResourcePolicy.of(), MergedRange.NONE);
    }
}
