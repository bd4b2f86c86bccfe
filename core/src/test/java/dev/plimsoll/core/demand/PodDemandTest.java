package dev.plimsoll.core.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests and limits of a whole pod: scheduler.md §1.2, §1.5 and node.md §0. */
// Acceptance: V3, V10, choice-1, choice-2, choice-5, choice-10
// Acceptance of KEP-5419: one-formula
// Acceptance of KEP-2837: devices, explicit, scheduler-minimum, sched-pod, sched-both, init-override
// Acceptance of KEP-2837: overhead-scheduling, huge-scheduling, off-scheduler
class PodDemandTest {
    private static final PodDemand WITHOUT_POD_LEVEL =
            PodDemand.under(FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES, false));

    record Row(String sentence, PodSpec spec, String requests, String limits) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row row(String sentence, PodSpecBuilder spec, String requests, String limits) {
        return new Row(sentence, spec.build(), requests, limits);
    }

    private static PodSpecBuilder pod() {
        return PodSpec.builder();
    }

    static Stream<Row> rows() {
        return Stream.of(
                row(
                        "sched §1.2 every supported name present at pod level replaces the aggregate",
                        pod().podLevel("cpu=1,hugepages-2Mi=2Mi", "cpu=2")
                                .container("c", "cpu=3,memory=1Gi,hugepages-2Mi=4Mi", "cpu=3,memory=1Gi"),
                        "cpu=1,hugepages-2Mi=2Mi,memory=1Gi",
                        "cpu=2,memory=1Gi"),
                row(
                        "sched §1.2 all other names stay container-derived",
                        pod().podLevel("cpu=1,ephemeral-storage=9Gi,example.com/gpu=9", "")
                                .container("c", "ephemeral-storage=1Gi,example.com/gpu=1", ""),
                        "cpu=1,ephemeral-storage=1Gi,example.com/gpu=1",
                        ""),
                row(
                        "sched §1.2 a name only at pod level that does not count there is no request",
                        pod().podLevel("cpu=1,ephemeral-storage=9Gi", "ephemeral-storage=9Gi")
                                .container("c", "", ""),
                        "cpu=1",
                        ""),
                row(
                        "sched §1.2 overhead is added to every name it lists, also when D has no such name",
                        pod().overhead("cpu=100m,memory=64Mi").container("c", "cpu=1", ""),
                        "cpu=1100m,memory=64Mi",
                        ""),
                row(
                        "sched §1.5 overhead is added only to non-zero limits",
                        pod().overhead("cpu=100m,memory=64Mi,ephemeral-storage=1Gi")
                                .container("c", "", "cpu=1,memory=0"),
                        "cpu=100m,ephemeral-storage=1Gi,memory=64Mi",
                        "cpu=1100m,memory=0"),
                row(
                        "sched §1.5 a container without a limit adds nothing, so partial sums occur",
                        pod().container("a", "", "cpu=1").container("b", "", ""),
                        "",
                        "cpu=1"),
                row(
                        "sched §1.5 PLR limits replace supported names",
                        pod().podLevel("", "memory=2Gi").container("a", "", "cpu=1,memory=1Gi"),
                        "",
                        "cpu=1,memory=2Gi"),
                row(
                        "an explicit zero at pod level replaces the aggregate",
                        pod().podLevel("cpu=0", "cpu=0").container("a", "cpu=1", "cpu=1"),
                        "cpu=0",
                        "cpu=0"),
                row(
                        "sched §1.7 V3 PLR 1000m/1Gi with overhead 250m/120Mi",
                        pod().podLevel("cpu=1000m,memory=1Gi", "")
                                .container("c", "cpu=600m,ephemeral-storage=1Gi,example.com/gpu=1", "")
                                .overhead("cpu=250m,memory=120Mi"),
                        "cpu=1250m,ephemeral-storage=1Gi,example.com/gpu=1,memory=1144Mi",
                        ""),
                row(
                        "sched §1.7 V10 two containers without requests",
                        pod().container("a", "", "").container("b", "", ""),
                        "",
                        ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void demand(Row row) {
        assertThat(PodDemand.AS_WRITTEN.requests(row.spec())).hasToString(row.requests());
        assertThat(PodDemand.AS_WRITTEN.limits(row.spec())).hasToString(row.limits());
    }

    @Test
    void withTheGateOffOnlyContainersCount() {
        var spec = pod().podLevel("cpu=1,memory=1Gi", "cpu=2")
                .container("c", "cpu=3", "cpu=4")
                .overhead("cpu=1")
                .build();
        assertThat(WITHOUT_POD_LEVEL.requests(spec)).hasToString("cpu=4");
        assertThat(WITHOUT_POD_LEVEL.limits(spec)).hasToString("cpu=5");
        assertThat(WITHOUT_POD_LEVEL.hasPodLevelRequests(spec)).isFalse();
        assertThat(WITHOUT_POD_LEVEL.hasPodLevelResources(spec)).isFalse();
    }

    @Test
    void requestsOfTheWorkloadAloneLeaveOverheadOut() {
        var spec = pod().podLevel("memory=1Gi", "")
                .container("c", "cpu=3", "")
                .overhead("cpu=1,memory=1Gi")
                .build();
        assertThat(PodDemand.AS_WRITTEN.requestsWithoutOverhead(spec)).hasToString("cpu=3,memory=1Gi");
    }
}
