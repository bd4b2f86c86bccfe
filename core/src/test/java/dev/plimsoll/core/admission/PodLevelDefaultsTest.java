package dev.plimsoll.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.validation.PodValidation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Defaults of a new pod: api.md §2.3, §2.5 (every row, both gates), §3.9 and appendix A7. */
// Acceptance of KEP-5419: defaulting
// Acceptance of KEP-2837: opt-in, field, derived, symmetric, requests-below-limit, container-default
// Acceptance of KEP-2837: fix-defaulting, skew-server
class PodLevelDefaultsTest {
    private static final FeatureGates FIX_OFF =
            FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING, false);

    /** Pod-level requests and limits with the fix gate on, then the same with it off. */
    record Row(String sentence, PodSpec spec, String on, String off, List<String> errors) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row row(String sentence, PodSpecBuilder spec, String on, String off, String... errors) {
        return new Row(sentence, spec.build(), on, off, List.of(errors));
    }

    private static PodSpecBuilder pod(String requests, String limits) {
        return PodSpec.builder().podLevel(requests, limits);
    }

    static Stream<Row> rows() {
        return Stream.of(
                row(
                        "row 1: PL cpu=2; containers nothing",
                        pod("", "cpu=2").container("a", "", ""),
                        "cpu=2 / cpu=2",
                        "cpu=2 / cpu=2"),
                row(
                        "row 2: PL=100Gi; two ctrs limit 60Gi each: PR=120Gi, rejected (request > limit)",
                        pod("", "memory=100Gi")
                                .container("a", "", "memory=60Gi")
                                .container("b", "", "memory=60Gi"),
                        "memory=120Gi / memory=100Gi",
                        "memory=120Gi / memory=100Gi",
                        "spec.resources.requests: Invalid value: \"120Gi\":"
                                + " must be less than or equal to memory limit of 100Gi"),
                row(
                        "row 3: PL=200Gi; ctr requests 50Gi+50Gi: PR=100Gi",
                        pod("", "memory=200Gi")
                                .container("a", "memory=50Gi", "")
                                .container("b", "memory=50Gi", ""),
                        "memory=100Gi / memory=200Gi",
                        "memory=100Gi / memory=200Gi"),
                row(
                        "row 4: PL=100Gi; one ctr request 50Gi, one none: PR=50Gi",
                        pod("", "memory=100Gi")
                                .container("a", "memory=50Gi", "")
                                .container("b", "", ""),
                        "memory=50Gi / memory=100Gi",
                        "memory=50Gi / memory=100Gi"),
                row(
                        "row 5: PR=1; ctrs limits 2 and 3: rejected, PR < aggregate 5; PL would be 5",
                        pod("cpu=1", "").container("a", "", "cpu=2").container("b", "", "cpu=3"),
                        "cpu=1 / cpu=5",
                        "cpu=1 / ",
                        "spec.resources.requests[cpu]: Invalid value: \"1\":"
                                + " must be greater than or equal to aggregate container requests of 5"),
                row(
                        "row 6: PR=5; ctrs request 1/limit 2 and 1/2: PL=max(5,4)=5",
                        pod("cpu=5", "").container("a", "cpu=1", "cpu=2").container("b", "cpu=1", "cpu=2"),
                        "cpu=5 / cpu=5",
                        "cpu=5 / "),
                row(
                        "row 7: PR=1; ctrs request .2/limit 2 and .2/3: PL=5",
                        pod("cpu=1", "").container("a", "cpu=.2", "cpu=2").container("b", "cpu=.2", "cpu=3"),
                        "cpu=1 / cpu=5",
                        "cpu=1 / "),
                row(
                        "row 8: PR cpu=1 only; ctr memory request=limit=1Gi",
                        pod("cpu=1", "").container("a", "memory=1Gi", "memory=1Gi"),
                        "cpu=1,memory=1Gi / memory=1Gi",
                        "cpu=1 / "),
                row(
                        "row 9: PR=1; two ctrs, only one has a limit: PL absent",
                        pod("cpu=1", "").container("a", "cpu=.5", "cpu=1").container("b", "", ""),
                        "cpu=1 / ",
                        "cpu=1 / "),
                row(
                        "row 10: PL cpu=2; ctr hugepages-2Mi limit 4Mi: PL[hp]=PR[hp]=4Mi, PR cpu=2",
                        pod("", "cpu=2").container("a", "memory=1Gi", "hugepages-2Mi=4Mi"),
                        "cpu=2,hugepages-2Mi=4Mi,memory=1Gi / cpu=2,hugepages-2Mi=4Mi",
                        "cpu=2,hugepages-2Mi=4Mi,memory=1Gi / cpu=2,hugepages-2Mi=4Mi"),
                row(
                        "row 10: or f: the containers' cpu request",
                        pod("", "cpu=2").container("a", "cpu=1", "hugepages-2Mi=4Mi"),
                        "cpu=1,hugepages-2Mi=4Mi / cpu=2,hugepages-2Mi=4Mi",
                        "cpu=1,hugepages-2Mi=4Mi / cpu=2,hugepages-2Mi=4Mi"),
                row(
                        "row 11: resources: {} untouched",
                        pod("", "").podLevel(ResourceRequirements.EMPTY).container("a", "cpu=1", "cpu=1"),
                        " / ",
                        " / "),
                row(
                        "skip when spec.resources is null",
                        PodSpec.builder().container("a", "cpu=1", "cpu=1"),
                        " / ",
                        " / "),
                row(
                        "D1 not if in PR",
                        pod("cpu=1,hugepages-2Mi=8Mi", "hugepages-2Mi=8Mi")
                                .container("a", "cpu=1", "hugepages-2Mi=4Mi"),
                        "cpu=1,hugepages-2Mi=8Mi / hugepages-2Mi=8Mi",
                        "cpu=1,hugepages-2Mi=8Mi / hugepages-2Mi=8Mi"),
                row(
                        "[OFF] D2 only when PLR limits is non-empty after D1",
                        pod("cpu=2", "").container("a", "memory=1Gi", "hugepages-2Mi=4Mi"),
                        "cpu=2,hugepages-2Mi=4Mi,memory=1Gi / hugepages-2Mi=4Mi",
                        "cpu=2,hugepages-2Mi=4Mi,memory=1Gi / hugepages-2Mi=4Mi"),
                row(
                        "D3 a plain init container without limit stops it",
                        pod("cpu=1", "").container("a", "cpu=.5", "cpu=1").initContainer("i", "", ""),
                        "cpu=1 / ",
                        "cpu=1 / "),
                row(
                        "D3 a sidecar without limit stops it",
                        pod("cpu=1", "").container("a", "cpu=.5", "cpu=1").sidecar("s", "", ""),
                        "cpu=1 / ",
                        "cpu=1 / "),
                row(
                        "D3 formula f, not the sum of limits",
                        pod("cpu=1", "").container("a", "cpu=.5", "cpu=1").initContainer("i", "cpu=.5", "cpu=4"),
                        "cpu=1 / cpu=4",
                        "cpu=1 / "),
                row(
                        "never for other names",
                        pod("cpu=1", "").container("a", "", "cpu=1,ephemeral-storage=1Gi,example.com/gpu=1"),
                        "cpu=1 / cpu=1",
                        "cpu=1 / "),
                row(
                        "§3.9 PL cpu=1, a limit 2, b request 500m: PR=2500m",
                        pod("", "cpu=1").container("a", "", "cpu=2").container("b", "cpu=500m", ""),
                        "cpu=2500m / cpu=1",
                        "cpu=2500m / cpu=1",
                        "spec.resources.requests: Invalid value: \"2500m\": must be less than or equal to cpu limit of 1",
                        "spec.resources.containers[0][cpu].limits: Invalid value: \"2\":"
                                + " must be less than or equal to pod limits of 1"),
                row(
                        "A7: D1 hugepages, D2 cpu and memory, D3 memory",
                        pod("", "cpu=2").container("a", "cpu=0.3", "memory=1Gi,hugepages-2Mi=4Mi"),
                        "cpu=300m,hugepages-2Mi=4Mi,memory=1Gi / cpu=2,hugepages-2Mi=4Mi,memory=1Gi",
                        "cpu=300m,hugepages-2Mi=4Mi,memory=1Gi / cpu=2,hugepages-2Mi=4Mi"));
    }

    @ParameterizedTest(name = "§2.5 {0}")
    @MethodSource("rows")
    void gateOn(Row row) {
        var defaulted = PodCreation.DEFAULT.apply(row.spec()).spec();
        assertThat(text(defaulted.resources())).isEqualTo(row.on());
        assertThat(PodValidation.DEFAULT.checkNew(Pod.of("web", defaulted)).stream()
                        .map(Object::toString))
                .containsExactlyElementsOf(row.errors());
    }

    @ParameterizedTest(name = "§2.5 [OFF fix gate] {0}")
    @MethodSource("rows")
    void gateOff(Row row) {
        var defaulted = PodCreation.under(FIX_OFF).apply(row.spec()).spec();
        assertThat(text(defaulted.resources())).isEqualTo(row.off());
        assertThat(PodValidation.under(FIX_OFF).checkNew(Pod.of("web", defaulted)).stream()
                        .map(Object::toString))
                .containsExactlyElementsOf(row.errors());
    }

    private static String text(ResourceRequirements resources) {
        return resources.requests() + " / " + resources.limits();
    }

    @Test
    void emptyPodLevelResourcesAreKeptAsTheyAre() {
        var spec = PodSpec.builder()
                .podLevel(ResourceRequirements.EMPTY)
                .container("a", "", "cpu=1")
                .build();
        assertThat(PodCreation.DEFAULT.apply(spec).spec().resources()).isEqualTo(ResourceRequirements.EMPTY);
    }

    @Test
    void withTheFixDefaultsAreMadeLastAndWithoutItAtEachDecoding() {
        var spec = pod("", "cpu=2").container("a", "", "").build();
        assertThat(PodCreation.DEFAULT.decoded(spec).additions()).isEmpty();
        assertThat(PodCreation.DEFAULT.prepared(spec).additions()).hasSize(1);
        assertThat(PodCreation.under(FIX_OFF).decoded(spec).additions()).hasSize(1);
        assertThat(PodCreation.under(FIX_OFF).prepared(spec).additions()).isEmpty();
    }

    @Test
    void withPodLevelResourcesOffTheFieldIsDropped() {
        var gates = FIX_OFF.with(Gate.POD_LEVEL_RESOURCES, false);
        var spec = pod("cpu=1", "cpu=2").container("a", "", "cpu=1").build();
        var created = PodCreation.under(gates).apply(spec).spec();
        assertThat(created.resources()).isEqualTo(ResourceRequirements.ABSENT);
        assertThat(created.containers().getFirst().resources().requests()).hasToString("cpu=1");
    }

    @Test
    void anExistingEphemeralContainerStopsTheLimit() {
        var spec = pod("cpu=1", "").container("a", "cpu=1", "cpu=2").build();
        var debugged = new PodSpec(
                spec.containers(),
                spec.initContainers(),
                List.of(Container.of("debug", ResourceRequirements.ABSENT)),
                spec.resources(),
                spec.overhead(),
                spec.restartPolicy(),
                spec.osName(),
                spec.placement(),
                spec.details());
        assertThat(text(PodLevelDefaults.DEFAULT.apply(spec).spec().resources()))
                .isEqualTo("cpu=1 / cpu=2");
        assertThat(text(PodLevelDefaults.DEFAULT.apply(debugged).spec().resources()))
                .isEqualTo("cpu=1 / ");
    }

    @Test
    void everyContainerLimitIsARequestForAllResourceNames() {
        var spec = PodSpec.builder()
                .container("a", "cpu=1", "cpu=2,memory=1Gi,example.com/gpu=1,ephemeral-storage=1Gi")
                .initContainer("i", "", "cpu=3")
                .build();
        var defaulted = ContainerDefaults.apply(spec).spec();
        assertThat(defaulted.containers().getFirst().resources().requests())
                .hasToString("cpu=1,ephemeral-storage=1Gi,example.com/gpu=1,memory=1Gi");
        assertThat(defaulted.initContainers().getFirst().resources().requests()).hasToString("cpu=3");
    }

    @Test
    void rowEightWithACpuLimitIsGuaranteedAndWithoutTheFixBurstable() {
        var spec =
                pod("cpu=1", "cpu=1").container("a", "memory=1Gi", "memory=1Gi").build();
        assertThat(PodQos.DEFAULT.of(PodCreation.DEFAULT.apply(spec).spec())).hasToString("Guaranteed");
        assertThat(PodQos.DEFAULT.of(PodCreation.under(FIX_OFF).apply(spec).spec()))
                .hasToString("Burstable");
    }
}
