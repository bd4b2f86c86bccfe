package dev.plimsoll.core.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The formula f of api.md §2.2, which is AGG of scheduler.md §1.1. */
// Acceptance: V1, V2
// Acceptance of KEP-5419: one-formula
// Acceptance of KEP-2837: sched-containers
class ContainerAggregateTest {
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
                        "api §2.2 example: s1 200m, i1 1, s2 100m, regular 300m gives 1200m",
                        pod().sidecar("s1", "cpu=200m", "")
                                .initContainer("i1", "cpu=1", "")
                                .sidecar("s2", "cpu=100m", "")
                                .container("c", "cpu=300m", ""),
                        "cpu=1200m",
                        ""),
                row(
                        "api §2.2 requests and limits separately",
                        pod().sidecar("s", "cpu=1", "cpu=4").container("c", "cpu=2", "cpu=3"),
                        "cpu=3",
                        "cpu=7"),
                row(
                        "api §2.2 missing entries count as nothing",
                        pod().container("a", "cpu=1", "memory=1Gi").container("b", "memory=1Gi", ""),
                        "cpu=1,memory=1Gi",
                        "memory=1Gi"),
                row(
                        "api §2.2 the name appears in f if any container has it",
                        pod().initContainer("i", "example.com/gpu=1", "").container("c", "cpu=0", ""),
                        "cpu=0,example.com/gpu=1",
                        ""),
                row("sched §1.1 a resource missing everywhere is absent, not 0", pod().container("c", "", ""), "", ""),
                row(
                        "api §2.2 U(i) = sidecars up to and including i for a sidecar",
                        pod().sidecar("s1", "cpu=1", "")
                                .sidecar("s2", "cpu=2", "")
                                .container("c", "", ""),
                        "cpu=3",
                        ""),
                row(
                        "api §2.2 U(i) = own + sidecars before i for a plain init",
                        pod().initContainer("i1", "cpu=3", "")
                                .sidecar("s", "cpu=1", "")
                                .initContainer("i2", "cpu=3", "")
                                .container("c", "cpu=1", ""),
                        "cpu=4",
                        ""),
                row(
                        "sched §1.1 per resource name, independently",
                        pod().initContainer("i", "cpu=5,memory=1Mi", "").container("c", "cpu=1,memory=2Mi", ""),
                        "cpu=5,memory=2Mi",
                        ""),
                row(
                        "sched §1.7 V1 sidecar then init: 1200m and 320Mi",
                        pod().sidecar("s", "cpu=200m,memory=64Mi", "")
                                .initContainer("i", "cpu=1000m,memory=128Mi", "")
                                .container("c1", "cpu=500m,memory=256Mi", "")
                                .container("c2", "cpu=250m", ""),
                        "cpu=1200m,memory=320Mi",
                        ""),
                row(
                        "sched §1.7 V2 init then sidecar: 1000m",
                        pod().initContainer("i", "cpu=1000m,memory=128Mi", "")
                                .sidecar("s", "cpu=200m,memory=64Mi", "")
                                .container("c1", "cpu=500m,memory=256Mi", "")
                                .container("c2", "cpu=250m", ""),
                        "cpu=1,memory=320Mi",
                        ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void aggregate(Row row) {
        assertThat(ContainerAggregate.requests(row.spec())).hasToString(row.requests());
        assertThat(ContainerAggregate.limits(row.spec())).hasToString(row.limits());
    }

    @Test
    void ephemeralContainersNeverCount() {
        var spec = pod().container("c", "cpu=1", "cpu=1").build();
        var debug = Container.of("debug", ResourceRequirements.parse("cpu=9", "cpu=9"));
        var debugged = new PodSpec(
                spec.containers(),
                spec.initContainers(),
                List.of(debug),
                spec.resources(),
                spec.overhead(),
                spec.restartPolicy(),
                spec.osName(),
                spec.placement(),
                spec.details());
        assertThat(ContainerAggregate.requests(debugged)).hasToString("cpu=1");
        assertThat(ContainerAggregate.limits(debugged)).hasToString("cpu=1");
    }
}
