package dev.plimsoll.core.admission.limitrange;

import static dev.plimsoll.core.admission.limitrange.Ranges.defaults;
import static dev.plimsoll.core.admission.limitrange.Ranges.range;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.admission.limitrange.LimitRanger.Operation;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.LimitRange;
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

/** What LimitRanges add to a pod: api.md §6.3 and the extension of §6.5. */
// Acceptance of KEP-2837: range-defaults, range-containers, off-limit-range
class LimitRangerFillTest {
    private static final LimitRanger EXTENDED =
            LimitRanger.under(FeatureGates.DEFAULT.with(Gate.LIMIT_RANGE_POD_DEFAULTS, true));
    private static final LimitRange.Item BOTH = defaults("Pod", "cpu=2,memory=2Gi", "cpu=500m,memory=512Mi");

    /** Expected: requests and limits of every container in order, then of the pod if it has any. */
    record Row(String sentence, List<LimitRange> ranges, PodSpec spec, String expected, String annotation) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row row(
            String sentence, List<LimitRange> ranges, PodSpecBuilder spec, String expected, String annotation) {
        return new Row(sentence, ranges, spec.build(), expected, annotation);
    }

    private static PodSpecBuilder one(String requests, String limits) {
        return PodSpec.builder().container("a", requests, limits);
    }

    static Stream<Row> containers() {
        var usual = List.of(range("r", defaults("Container", "cpu=2", "cpu=500m")));
        return Stream.of(
                row(
                        "missing limit names get default, missing request names get defaultRequest",
                        usual,
                        one("memory=1Gi", ""),
                        "cpu=500m,memory=1Gi / cpu=2",
                        "LimitRanger plugin set: cpu request for container a; cpu limit for container a"),
                row(
                        "runs after scheme defaults, so a container with a limit already has a request",
                        usual,
                        one("", "cpu=1"),
                        "cpu=1 / cpu=1",
                        ""),
                row(
                        "an entry present is never changed",
                        usual,
                        one("cpu=100m", ""),
                        "cpu=100m / cpu=2",
                        "LimitRanger plugin set: cpu limit for container a"),
                row(
                        "regular then init containers, sidecars included",
                        usual,
                        one("cpu=1", "cpu=1").initContainer("i", "", "").sidecar("s", "", ""),
                        "cpu=1 / cpu=1; cpu=500m / cpu=2; cpu=500m / cpu=2",
                        "LimitRanger plugin set: cpu request for init container i; cpu limit for init container i;"
                                + " cpu request for init container s; cpu limit for init container s"),
                row(
                        "names sorted, joined by comma",
                        List.of(range("r", defaults("Container", "memory=1Gi,cpu=1", ""))),
                        one("", ""),
                        " / cpu=1,memory=1Gi",
                        "LimitRanger plugin set: cpu, memory limit for container a"),
                row(
                        "a later LimitRange overwrites the annotation of an earlier one",
                        List.of(
                                range("b", defaults("Container", "memory=1Gi", "")),
                                range("a", defaults("Container", "cpu=1", ""))),
                        one("", ""),
                        " / cpu=1,memory=1Gi",
                        "LimitRanger plugin set: memory limit for container a"),
                row(
                        "name order: the first one wins",
                        List.of(
                                range("b", defaults("Container", "cpu=9", "")),
                                range("a", defaults("Container", "cpu=1", ""))),
                        one("", ""),
                        " / cpu=1",
                        "LimitRanger plugin set: cpu limit for container a"),
                row(
                        "type Pod defaults are not applied with the switch off",
                        List.of(range("r", BOTH)),
                        one("", ""),
                        " / ",
                        ""));
    }

    @ParameterizedTest(name = "§6.3 {0}")
    @MethodSource("containers")
    void containerDefaults(Row row) {
        for (var operation : Operation.values()) check(LimitRanger.DEFAULT, row, operation);
    }

    private static void check(LimitRanger ranger, Row row, Operation operation) {
        var decoded = PodCreation.DEFAULT.decoded(row.spec()).spec();
        var filled = ranger.fill(Pod.of("web", decoded), row.ranges(), operation);
        assertThat(text(filled.spec())).isEqualTo(row.expected());
        assertThat(filled.annotation().orElse("")).isEqualTo(row.annotation());
    }

    private static String text(PodSpec spec) {
        var all = Stream.concat(spec.containers().stream(), spec.initContainers().stream())
                .map(container -> container.resources())
                .toList();
        var texts = Stream.concat(all.stream(), Stream.of(spec.resources()).filter(ResourceRequirements::isDeclared))
                .map(resources -> resources.requests() + " / " + resources.limits())
                .toList();
        return String.join("; ", texts);
    }

    static Stream<Row> pods() {
        var range = List.of(range("r", BOTH));
        return Stream.of(
                row(
                        "4, 5, 8: limits and requests, annotation after the container parts",
                        List.of(range("r", BOTH, defaults("Container", "ephemeral-storage=1Gi", ""))),
                        one("", ""),
                        " / ephemeral-storage=1Gi; cpu=500m,memory=512Mi / cpu=2,memory=2Gi",
                        "LimitRanger plugin set: ephemeral-storage limit for container a;"
                                + " cpu, memory request for pod; cpu, memory limit for pod"),
                row(
                        "3 the first object (name order) wins",
                        List.of(range("z", BOTH), range("a", defaults("Pod", "cpu=1", "cpu=1"))),
                        one("", ""),
                        " / ; cpu=1,memory=512Mi / cpu=1,memory=2Gi",
                        "LimitRanger plugin set: memory request for pod; memory limit for pod"),
                row("3 skip if spec.os.name is windows", range, one("", "").os("windows"), " / ", ""),
                row(
                        "4 not if every container has a limit, by container defaults",
                        List.of(range("r", BOTH, defaults("Container", "cpu=1,memory=1Gi", "cpu=1,memory=1Gi"))),
                        one("", ""),
                        "cpu=1,memory=1Gi / cpu=1,memory=1Gi",
                        "LimitRanger plugin set: cpu, memory request for container a; cpu, memory limit for container a"),
                row(
                        "4 an init container without a limit is one without",
                        List.of(range("r", defaults("Pod", "cpu=2", ""))),
                        one("", "cpu=1").initContainer("i", "", ""),
                        "cpu=1 / cpu=1;  / ;  / cpu=2",
                        "LimitRanger plugin set: cpu limit for pod"),
                row(
                        "5 not if k was in PL as sent by the client",
                        List.of(range("r", defaults("Pod", "", "cpu=500m"))),
                        one("", "").podLevel("", "cpu=1"),
                        " / ;  / cpu=1",
                        ""),
                row(
                        "5 but if the limit came from a LimitRange",
                        List.of(range("a", defaults("Pod", "cpu=2", "")), range("b", defaults("Pod", "", "cpu=500m"))),
                        one("", ""),
                        " / ; cpu=500m / cpu=2",
                        "LimitRanger plugin set: cpu request for pod"));
    }

    @ParameterizedTest(name = "§6.5 {0}")
    @MethodSource("pods")
    void podDefaults(Row row) {
        check(EXTENDED, row, Operation.CREATE);
    }

    @Test
    void aResizeGetsNoPodLevelDefaults() {
        var filled = EXTENDED.fill(Pod.of("web", one("", "").build()), List.of(range("r", BOTH)), Operation.RESIZE);
        assertThat(filled.spec().resources().isDeclared()).isFalse();
        assertThat(filled.additions()).isEmpty();
    }

    @Test
    void theSwitchNeedsPodLevelResources() {
        var ranger = LimitRanger.under(
                FeatureGates.DEFAULT.with(Gate.LIMIT_RANGE_POD_DEFAULTS, true).with(Gate.POD_LEVEL_RESOURCES, false));
        var filled = ranger.fill(Pod.of("web", one("", "").build()), List.of(range("r", BOTH)), Operation.CREATE);
        assertThat(filled.spec().resources().isDeclared()).isFalse();
    }

    /** The table at the end of §6.5: after every step of a creation. */
    record Created(
            String sentence,
            LimitRange.Item item,
            PodSpecBuilder spec,
            String podLevel,
            String qos,
            List<String> errors) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Created> created() {
        return Stream.of(
                new Created(
                        "no resources",
                        BOTH,
                        one("", ""),
                        "cpu=500m,memory=512Mi / cpu=2,memory=2Gi",
                        "Burstable",
                        List.of()),
                new Created(
                        "PLR limits cpu 1",
                        BOTH,
                        one("", "").podLevel("", "cpu=1"),
                        "cpu=1,memory=512Mi / cpu=1,memory=2Gi",
                        "Burstable",
                        List.of()),
                new Created(
                        "container requests cpu 300m, mem 1Gi, no limits",
                        BOTH,
                        one("cpu=300m,memory=1Gi", ""),
                        "cpu=300m,memory=1Gi / cpu=2,memory=2Gi",
                        "Burstable",
                        List.of()),
                new Created(
                        "all containers have cpu+mem limits",
                        BOTH,
                        one("", "cpu=1,memory=1Gi"),
                        " / ",
                        "Guaranteed",
                        List.of()),
                new Created(
                        "default cpu 1, container request cpu 3",
                        defaults("Pod", "cpu=1", ""),
                        one("cpu=3", ""),
                        "cpu=3 / cpu=1",
                        "Burstable",
                        List.of("spec.resources.requests: Invalid value: \"3\": must be less than or equal to cpu limit"
                                + " of 1")));
    }

    @ParameterizedTest(name = "§6.5 table: {0}")
    @MethodSource("created")
    void creation(Created row) {
        var decoded = PodCreation.DEFAULT.decoded(row.spec().build()).spec();
        var filled = EXTENDED.fill(Pod.of("web", decoded), List.of(range("r", row.item())), Operation.CREATE);
        var spec = PodCreation.DEFAULT.prepared(filled.spec()).spec();
        assertThat(spec.resources().requests() + " / " + spec.resources().limits())
                .isEqualTo(row.podLevel());
        assertThat(PodQos.DEFAULT.of(spec)).hasToString(row.qos());
        assertThat(PodValidation.DEFAULT.checkNew(Pod.of("web", spec)).stream().map(Object::toString))
                .containsExactlyElementsOf(row.errors());
    }

    @Test
    void podLevelOnlyPodsInANamespaceWithContainerDefaultsAreRejected() {
        var spec = PodSpec.builder()
                .podLevel("cpu=1", "cpu=1")
                .container("a", "", "")
                .container("b", "", "")
                .container("c", "", "")
                .build();
        var ranges = List.of(range("r", defaults("Container", "cpu=2", "cpu=500m")));
        var filled = LimitRanger.DEFAULT
                .fill(Pod.of("web", spec), ranges, Operation.CREATE)
                .spec();
        assertThat(PodValidation.DEFAULT.checkNew(Pod.of("web", filled)).stream()
                        .map(Object::toString))
                .containsExactly(
                        "spec.resources.requests[cpu]: Invalid value: \"1\": must be greater than or equal to aggregate"
                                + " container requests of 1500m",
                        "spec.resources.containers[0][cpu].limits: Invalid value: \"2\": must be less than or equal to pod"
                                + " limits of 1",
                        "spec.resources.containers[1][cpu].limits: Invalid value: \"2\": must be less than or equal to pod"
                                + " limits of 1",
                        "spec.resources.containers[2][cpu].limits: Invalid value: \"2\": must be less than or equal to pod"
                                + " limits of 1");
    }
}
