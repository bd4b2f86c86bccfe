package dev.plimsoll.core.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.demand.EffectiveDemand.StatusOverhead;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a pod with a node counts for: scheduler.md §1.3, §1.4, §1.6 and the vectors of §1.7. */
// Acceptance: V4, V5, V6, V7, V8, V9, V10, choice-3, choice-8
// Acceptance of KEP-1287: scheduler-max
// Acceptance of KEP-5419: scheduling
class EffectiveDemandTest {
    private static final FeatureGates GATES = FeatureGates.DEFAULT;
    private static final EffectiveDemand DEMAND = EffectiveDemand.under(GATES, StatusOverhead.INCLUDED);

    record Row(String sentence, Pod pod, String requests, String infeasible) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    /** A pod with a status in the making. */
    private static final class Bound {
        private final PodSpecBuilder spec = PodSpec.builder();
        private final List<ContainerStatus> statuses = new ArrayList<>();
        private ResourceRequirements resources = ResourceRequirements.ABSENT;
        private ResourceAmounts allocated = ResourceAmounts.ABSENT;

        Bound container(String name, String requests) {
            spec.container(name, requests, "");
            return this;
        }

        Bound podLevel(String requests) {
            spec.podLevel(requests, "");
            return this;
        }

        Bound overhead(String amounts) {
            spec.overhead(amounts);
            return this;
        }

        /** What the node says of a container: allocated and actual requests. */
        Bound says(String name, String allocatedRequests, String actual) {
            statuses.add(new ContainerStatus(
                    name, true, ResourceRequirements.parse(actual, ""), ResourceAmounts.parse(allocatedRequests)));
            return this;
        }

        Bound saysAllocatedOnly(String name, String allocatedRequests) {
            statuses.add(new ContainerStatus(
                    name, true, ResourceRequirements.ABSENT, ResourceAmounts.parse(allocatedRequests)));
            return this;
        }

        Bound podAllocated(String amounts) {
            allocated = ResourceAmounts.parse(amounts);
            return this;
        }

        Bound podActual(String requests) {
            resources = ResourceRequirements.of(ResourceAmounts.parse(requests), ResourceAmounts.ABSENT);
            return this;
        }

        Pod build() {
            var status = new PodStatus("Running", "", 0, List.of(), statuses, List.of(), resources, allocated);
            return Pod.of("web", spec.build()).withStatus(status);
        }
    }

    private static Row row(String sentence, Bound pod, String requests, String infeasible) {
        return new Row(sentence, pod.build(), requests, infeasible);
    }

    private static Bound pod() {
        return new Bound();
    }

    static Stream<Row> rows() {
        return Stream.of(
                row(
                        "V4 spec 2000m, allocated 1000m, actual 1000m: 2000m; Infeasible 1000m",
                        pod().container("c", "cpu=2").says("c", "cpu=1", "cpu=1"),
                        "cpu=2",
                        "cpu=1"),
                row(
                        "V5 shrink: spec 500m, allocated 500m, actual 1000m: 1000m until actual drops",
                        pod().container("c", "cpu=500m").says("c", "cpu=500m", "cpu=1"),
                        "cpu=1",
                        "cpu=1"),
                row(
                        "V6 A 1 to 2, B 2 to 1: 3000m, not 4000m",
                        pod().container("a", "cpu=2")
                                .container("b", "cpu=1")
                                .says("a", "cpu=1", "cpu=1")
                                .says("b", "cpu=2", "cpu=2"),
                        "cpu=3",
                        "cpu=3"),
                row(
                        "V7 overhead 250m in pod-level status is counted once: 750m",
                        pod().container("c", "cpu=500m")
                                .overhead("cpu=250m")
                                .podAllocated("cpu=750m")
                                .podActual("cpu=750m"),
                        "cpu=750m",
                        "cpu=750m"),
                row(
                        "V8 V7 resized to 800m: 1050m; Infeasible 750m",
                        pod().container("c", "cpu=800m")
                                .overhead("cpu=250m")
                                .podAllocated("cpu=750m")
                                .podActual("cpu=750m"),
                        "cpu=1050m",
                        "cpu=750m"),
                row(
                        "V9 PLR spec 2000m, status 1000m: 2000m; Infeasible 1000m",
                        pod().podLevel("cpu=2")
                                .container("c", "")
                                .podAllocated("cpu=1")
                                .podActual("cpu=1"),
                        "cpu=2",
                        "cpu=1"),
                row(
                        "V10 two containers without requests: 0/0",
                        pod().container("a", "").container("b", ""),
                        "",
                        ""),
                row(
                        "§1.3 a container without allocatedResources: spec requests, nothing when Infeasible",
                        pod().container("a", "cpu=1").container("b", "cpu=2").says("a", "cpu=3", "cpu=3"),
                        "cpu=5",
                        "cpu=3"),
                row(
                        "§1.3 actual falls back to allocatedResources",
                        pod().container("a", "cpu=1").saysAllocatedOnly("a", "cpu=3"),
                        "cpu=3",
                        "cpu=3"),
                row(
                        "§1.3 an Infeasible pod with no status at all counts as nothing (only overhead)",
                        pod().container("a", "cpu=1").overhead("cpu=100m"),
                        "cpu=1100m",
                        "cpu=100m"),
                row(
                        "§1.3 pod-level status counts for all pods, PLR or not",
                        pod().container("a", "cpu=1")
                                .says("a", "cpu=1", "cpu=2")
                                .podAllocated("cpu=2")
                                .podActual("cpu=3"),
                        "cpu=3",
                        "cpu=3"),
                row(
                        "KEP-1287 containers that have more than the pod as a whole is said to have count: memory that is still there",
                        pod().container("a", "memory=4Gi")
                                .says("a", "memory=4Gi", "memory=20Gi")
                                .podAllocated("memory=4Gi")
                                .podActual("memory=4Gi"),
                        "memory=20Gi",
                        "memory=20Gi"),
                row(
                        "a resource that pod-level status is silent on is counted by the containers",
                        pod().container("a", "cpu=1,memory=4Gi")
                                .says("a", "cpu=1,memory=4Gi", "cpu=1,memory=20Gi")
                                .podAllocated("cpu=1")
                                .podActual("cpu=1"),
                        "cpu=1,memory=20Gi",
                        "cpu=1,memory=20Gi"),
                row(
                        "a PLR name that pod-level status is silent on is counted by the spec",
                        pod().podLevel("cpu=1,memory=4Gi")
                                .container("a", "")
                                .podAllocated("cpu=2")
                                .podActual("cpu=2"),
                        "cpu=2,memory=4Gi",
                        "cpu=2,memory=4Gi"),
                row(
                        "§1.4 fallback terms get overhead",
                        pod().container("a", "cpu=1").overhead("cpu=100m").says("a", "cpu=2", "cpu=2"),
                        "cpu=2100m",
                        "cpu=2100m"),
                row(
                        "§1.4 PLR: replace names first inside each term, fallback terms too",
                        pod().podLevel("cpu=2")
                                .overhead("cpu=100m")
                                .container("a", "cpu=1")
                                .says("a", "cpu=9", "cpu=9"),
                        "cpu=2100m",
                        "cpu=2100m"),
                row(
                        "§1.4 an actual value without overhead is healed by allocated",
                        pod().podLevel("memory=1Gi")
                                .overhead("memory=64Mi")
                                .container("a", "")
                                .podAllocated("memory=1088Mi")
                                .podActual("memory=1Gi"),
                        "memory=1088Mi",
                        "memory=1088Mi"),
                row(
                        "§1.4 status.resources without allocatedResources is still used for PLR names",
                        pod().podLevel("cpu=1").container("a", "").podActual("cpu=3"),
                        "cpu=3",
                        "cpu=3"),
                row(
                        "§1.4 allocatedResources counts on its own for PLR names",
                        pod().podLevel("cpu=1").container("a", "").podAllocated("cpu=3"),
                        "cpu=3",
                        "cpu=3"),
                row(
                        "§1.4 and has overhead already",
                        pod().podLevel("cpu=1")
                                .overhead("cpu=500m")
                                .container("a", "")
                                .podAllocated("cpu=3"),
                        "cpu=3",
                        "cpu=3"));
    }

    @ParameterizedTest(name = "sched {0}")
    @MethodSource("rows")
    void requests(Row row) {
        assertThat(DEMAND.requests(row.pod())).hasToString(row.requests());
        assertThat(DEMAND.requests(pending(row.pod(), Condition.DEFERRED))).hasToString(row.requests());
        assertThat(DEMAND.requests(pending(row.pod(), Condition.INFEASIBLE))).hasToString(row.infeasible());
    }

    private static Pod pending(Pod pod, String reason) {
        var status = pod.status();
        return pod.withStatus(new PodStatus(
                status.phase(),
                status.qosClass(),
                status.observedGeneration(),
                List.of(new Condition(Condition.POD_RESIZE_PENDING, "False", reason, "", 0, "")),
                status.containerStatuses(),
                status.initContainerStatuses(),
                status.resources(),
                status.allocatedResources()));
    }

    /** Seen and asked for: generations. */
    @ParameterizedTest(name = "condition of {0}, status of {1}, spec of {2}: {3}")
    @CsvSource({"0,0,5,1", "5,5,5,1", "4,5,5,1", "5,4,5,1", "4,4,5,9", "4,0,5,9", "0,4,5,9"})
    @DisplayName("what a node called infeasible is not what was asked for since")
    void staleInfeasible(long condition, long status, long generation, String cpu) {
        var pod = pod().container("c", "cpu=9").says("c", "cpu=1", "cpu=1").build();
        var said = pod.status();
        var resized = pod.withMetadata(pod.metadata().withGeneration(generation))
                .withStatus(new PodStatus(
                        "Running",
                        "",
                        status,
                        List.of(new Condition(
                                Condition.POD_RESIZE_PENDING, "True", Condition.INFEASIBLE, "", condition, "")),
                        said.containerStatuses(),
                        List.of(),
                        said.resources(),
                        said.allocatedResources()));
        assertThat(DEMAND.requests(resized)).hasToString("cpu=" + cpu);
    }

    @Test
    void upstreamCountsOverheadTwice() {
        var upstream = EffectiveDemand.under(GATES, StatusOverhead.NOT_INCLUDED);
        var pod = pod().container("c", "cpu=500m")
                .overhead("cpu=250m")
                .podAllocated("cpu=750m")
                .podActual("cpu=750m");
        assertThat(upstream.requests(pod.build())).hasToString("cpu=1");
    }

    @Test
    void withTheGateOffPodLevelStatusIsNotRead() {
        var gates = GATES.with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false);
        var demand = EffectiveDemand.under(gates, StatusOverhead.INCLUDED);
        var pod = pod().container("c", "cpu=1")
                .says("c", "cpu=2", "cpu=2")
                .podAllocated("cpu=9")
                .podActual("cpu=9");
        assertThat(demand.requests(pod.build())).hasToString("cpu=2");
    }

    @Test
    void theStatusOfAnInitContainerIsFoundByName() {
        var spec = PodSpec.builder()
                .sidecar("s", "cpu=1", "")
                .container("c", "cpu=1", "")
                .build();
        var sidecar =
                new ContainerStatus("s", true, ResourceRequirements.parse("cpu=4", ""), ResourceAmounts.parse("cpu=4"));
        var status = new PodStatus(
                "Running",
                "",
                0,
                List.of(),
                List.of(),
                List.of(sidecar),
                ResourceRequirements.ABSENT,
                ResourceAmounts.ABSENT);
        assertThat(DEMAND.requests(Pod.of("web", spec).withStatus(status))).hasToString("cpu=5");
    }

    record Limits(String sentence, PodSpecBuilder spec, String actual, String limits) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Limits> limitRows() {
        return Stream.of(
                new Limits(
                        "limit' = spec limits with overhead only on names whose limit is non-zero",
                        PodSpec.builder().container("c", "", "cpu=1,memory=0").overhead("cpu=100m,memory=1Mi"),
                        "",
                        "cpu=1100m,memory=0"),
                new Limits(
                        "actual limits from status.resources.limits get nothing",
                        PodSpec.builder().container("c", "", "cpu=1").overhead("cpu=100m"),
                        "cpu=2100m",
                        "cpu=2100m"),
                new Limits(
                        "PLR limits replace the containers'",
                        PodSpec.builder()
                                .podLevel("", "cpu=3")
                                .container("c", "", "cpu=1")
                                .overhead("cpu=100m"),
                        "cpu=1100m",
                        "cpu=3100m"));
    }

    @ParameterizedTest(name = "sched §1.4 {0}")
    @MethodSource("limitRows")
    void limits(Limits row) {
        var resources =
                row.actual().isEmpty() ? ResourceRequirements.ABSENT : ResourceRequirements.parse("", row.actual());
        var status =
                new PodStatus("Running", "", 0, List.of(), List.of(), List.of(), resources, ResourceAmounts.ABSENT);
        assertThat(DEMAND.limits(Pod.of("web", row.spec().build()).withStatus(status)))
                .hasToString(row.limits());
    }

    record Scoring(String sentence, PodSpecBuilder spec, String requests) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Scoring> scoring() {
        return Stream.of(
                new Scoring(
                        "V10 scoring 200m/400Mi",
                        PodSpec.builder().container("a", "", "").container("b", "", ""),
                        "cpu=200m,memory=400Mi"),
                new Scoring(
                        "§1.6 an explicit 0 stays 0",
                        PodSpec.builder().container("a", "cpu=0", ""),
                        "cpu=0,memory=200Mi"),
                new Scoring(
                        "§1.6 per container, init and sidecars too",
                        PodSpec.builder()
                                .container("a", "cpu=50m", "")
                                .sidecar("s", "", "")
                                .initContainer("i", "", ""),
                        "cpu=200m,memory=400Mi"),
                new Scoring(
                        "§1.6 PLR requests set: a default only for a resource absent from the effective requests",
                        PodSpec.builder()
                                .podLevel("cpu=1", "")
                                .container("a", "", "")
                                .container("b", "", ""),
                        "cpu=1,memory=400Mi"),
                new Scoring(
                        "§1.6 PLR requests set and all present: no default",
                        PodSpec.builder().podLevel("cpu=1,memory=1Gi", "").container("a", "", ""),
                        "cpu=1,memory=1Gi"));
    }

    @ParameterizedTest(name = "sched {0}")
    @MethodSource("scoring")
    void scoringRequests(Scoring row) {
        assertThat(DEMAND.scoringRequests(Pod.of("web", row.spec().build()))).hasToString(row.requests());
    }
}
