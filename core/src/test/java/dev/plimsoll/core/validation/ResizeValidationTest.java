package dev.plimsoll.core.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.admission.ResizePreparation;
import dev.plimsoll.core.admission.ResizePreparation.Sent;
import dev.plimsoll.core.admission.ResizePreparation.Stored;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResizePolicy;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceClaim;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.validation.ResizeValidation.Change;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of {@code /resize}: api.md §4.3 (every row), §4.5 and appendix A1. Requests go through the preparation of §4.2. */
// Acceptance of KEP-1287: valid-as-created, valid-qos, valid-support, cpu-memory-only, init-containers
// Acceptance of KEP-1287: policy-immutable
// Acceptance of KEP-5419: only-cpu-memory, qos-fixed, add, remove, skew-server-off
// Acceptance of KEP-2837: qos-fixed
class ResizeValidationTest {
    private static final FeatureGates ON = FeatureGates.DEFAULT;
    private static final FeatureGates FIX_OFF = ON.with(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING, false);
    private static final FeatureGates NO_POD_LEVEL_RESIZE =
            ON.with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false);
    private static final String ONLY = "spec: Forbidden: only cpu and memory resources are mutable";
    private static final String QOS = "\": Pod QOS Class may not change as a result of resizing";

    record Row(String sentence, FeatureGates gates, Pod stored, PodSpec sent, List<String> errors) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row row(String sentence, PodSpecBuilder stored, PodSpecBuilder sent, String... errors) {
        return under(ON, sentence, stored, sent, errors);
    }

    private static Row under(
            FeatureGates gates, String sentence, PodSpecBuilder stored, PodSpecBuilder sent, String... errors) {
        return of(gates, sentence, stored(stored), sent, errors);
    }

    private static Row of(FeatureGates gates, String sentence, Pod stored, PodSpecBuilder sent, String... errors) {
        return new Row(sentence, gates, stored, sent.build(), List.of(errors));
    }

    private static Pod stored(PodSpecBuilder spec) {
        var built = spec.build();
        return Pod.of("web", built)
                .withStatus(PodStatus.NONE.withQosClass(PodQos.DEFAULT.of(built).kubernetesName()));
    }

    private static PodSpecBuilder one(String requests, String limits) {
        return PodSpec.builder().container("c", requests, limits);
    }

    private static PodSpecBuilder level(String requests, String limits) {
        return one("cpu=400m", "").podLevel(requests, limits);
    }

    private static Container policed(String name, String requests, String policy) {
        return Container.of(name, ResourceRequirements.parse(requests, ""))
                .withResizePolicy(List.of(new ResizePolicy("cpu", policy)));
    }

    private static PodSpecBuilder init(Container container) {
        return one("cpu=1", "").initContainer(container);
    }

    static Stream<Row> rows() {
        return Stream.of(
                row(
                        "1 create-style validation on the new pod",
                        one("cpu=1", "cpu=2"),
                        one("cpu=3", "cpu=2"),
                        "spec.containers[0].resources.requests: Invalid value: \"3\": must be less than or equal to cpu"
                                + " limit of 2"),
                of(
                        ON,
                        "2 static pods: stop, only that",
                        mirror(stored(one("cpu=1", "cpu=2"))),
                        one("cpu=3", "cpu=2"),
                        "[]: Forbidden: static pods cannot be resized"),
                row(
                        "3 windows pods: stop, only that",
                        one("cpu=1", "cpu=2").os("windows"),
                        one("cpu=3", "cpu=2"),
                        "[]: Forbidden: windows pods cannot be resized"),
                row(
                        "4 the class may not change",
                        one("cpu=1,memory=1Gi", "cpu=1,memory=1Gi"),
                        one("cpu=1,memory=1Gi", "cpu=2,memory=1Gi"),
                        "spec: Invalid value: \"Guaranteed" + QOS),
                of(
                        ON,
                        "4 computed if empty",
                        Pod.of(
                                "web",
                                one("cpu=1,memory=1Gi", "cpu=1,memory=1Gi").build()),
                        one("cpu=1,memory=1Gi", "cpu=2,memory=1Gi"),
                        "spec: Invalid value: \"Guaranteed" + QOS),
                of(
                        ON,
                        "5 the first running container has no resources field",
                        running(stored(one("cpu=1", "")), ResourceRequirements.ABSENT),
                        one("cpu=2", ""),
                        "spec: Forbidden: Pod running on node without support for resize"),
                of(
                        ON,
                        "5 {} proves support",
                        running(stored(one("cpu=1", "")), ResourceRequirements.EMPTY),
                        one("cpu=2", "")),
                row("5 none running passes", one("cpu=1", ""), one("cpu=2", "")),
                under(
                        NO_POD_LEVEL_RESIZE,
                        "6 PLR and the gate off: stop",
                        level("cpu=1", "cpu=2"),
                        one("cpu=500m", "").container("d", "cpu=1", ""),
                        "[]: Forbidden: resize of pods with pod-level resources is forbidden when"
                                + " InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled",
                        "spec.resources.requests[cpu]: Invalid value: \"1\": must be greater than or equal to aggregate"
                                + " container requests of 1500m"),
                under(
                        NO_POD_LEVEL_RESIZE,
                        "6 PLR in a resize of a pod without PLR is ignored (§10.2)",
                        one("cpu=1", ""),
                        one("cpu=2", "").podLevel("cpu=4", "")),
                under(
                        FIX_OFF,
                        "7a stored PLR non-null, new null (fix gate off only)",
                        level("cpu=1", "cpu=2"),
                        one("cpu=400m", ""),
                        "spec.resources: Forbidden: pod-level resources cannot be removed"),
                row(
                        "7b a PLR request name disappeared",
                        level("cpu=1,memory=1Gi", "cpu=2"),
                        level("cpu=1", "cpu=2"),
                        "spec.resources.requests: Forbidden: pod-level resource requests cannot be removed"),
                row(
                        "7b a PLR limit name disappeared",
                        level("cpu=1", "cpu=2"),
                        level("cpu=1", ""),
                        "spec.resources.limits: Forbidden: pod-level resource limits cannot be removed"),
                row(
                        "7b {} over a non-empty PLR is a removal",
                        level("cpu=1", "cpu=2"),
                        one("cpu=400m", "").podLevel(ResourceRequirements.EMPTY),
                        "spec.resources.requests: Forbidden: pod-level resource requests cannot be removed",
                        "spec.resources.limits: Forbidden: pod-level resource limits cannot be removed"),
                row(
                        "7c PLR differs in anything but cpu and memory",
                        level("cpu=1,hugepages-2Mi=2Mi", "hugepages-2Mi=2Mi"),
                        level("cpu=1,hugepages-2Mi=4Mi", "hugepages-2Mi=4Mi"),
                        "spec: Forbidden: only cpu and memory resources are mutable at pod-level"),
                row(
                        "7c a pod whose containers have hugepages cannot gain PLR",
                        one("cpu=1,hugepages-2Mi=2Mi", "hugepages-2Mi=2Mi"),
                        one("cpu=1,hugepages-2Mi=2Mi", "hugepages-2Mi=2Mi").podLevel("cpu=2", ""),
                        "spec: Forbidden: only cpu and memory resources are mutable at pod-level"),
                row(
                        "7 adding PLR to a pod without PLR is allowed",
                        one("cpu=1", ""),
                        one("cpu=1", "").podLevel("cpu=2", "")),
                row("7 null is restored", level("cpu=1", "cpu=2"), one("cpu=400m", "")),
                row(
                        "8 a container was added: stop",
                        one("cpu=1", ""),
                        one("cpu=1", "example.com/gpu=1").container("d", "cpu=1", ""),
                        "spec.containers: Forbidden: containers may not be added or removed on resize"),
                row(
                        "8 a container was renamed: stop",
                        one("cpu=1", "").container("d", "cpu=1", ""),
                        one("cpu=1", "").container("e", "cpu=1", ""),
                        "spec.containers[1].name: Forbidden: containers may not be renamed or reordered on resize"),
                row(
                        "8 an init container was removed",
                        one("cpu=1", "").initContainer("i", "cpu=1", ""),
                        one("cpu=1", ""),
                        "spec.initContainers: Forbidden: initContainers may not be added or removed on resize"),
                row(
                        "8 init containers were reordered",
                        one("cpu=1", "").initContainer("i", "cpu=1", "").initContainer("j", "cpu=1", ""),
                        one("cpu=1", "").initContainer("j", "cpu=1", "").initContainer("i", "cpu=1", ""),
                        "spec.initContainers[0].name: Forbidden: initContainers may not be renamed or reordered on resize",
                        "spec.initContainers[1].name: Forbidden: initContainers may not be renamed or reordered on resize"),
                row(
                        "9 a request removed in a container",
                        one("cpu=1,memory=1Gi", ""),
                        one("cpu=1", ""),
                        "spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed"),
                row(
                        "9 a limit removed in an init container",
                        one("cpu=1", "").initContainer("i", "cpu=1", "cpu=1"),
                        one("cpu=1", "").initContainer("i", "cpu=1", ""),
                        "spec.initContainers[0].resources.limits: Forbidden: resource limits cannot be removed"),
                row(
                        "9 adding a request or limit that was absent is allowed",
                        one("cpu=1", ""),
                        one("cpu=1,memory=1Gi", "cpu=2")),
                row(
                        "10 another resource changed in a regular container",
                        one("cpu=1,ephemeral-storage=1Gi", ""),
                        one("cpu=1,ephemeral-storage=2Gi", ""),
                        ONLY),
                row(
                        "10 claims changed in a regular container",
                        one("cpu=1", ""),
                        PodSpec.builder().container(Container.of("c", claiming())),
                        "spec.containers[0].resources.claims[0]: Not found: \"x\": must be one of the names in"
                                + " pod.spec.resourceClaims which is empty",
                        ONLY),
                row(
                        "10 resizePolicy changed in a regular container",
                        one("cpu=1", ""),
                        PodSpec.builder().container(policed("c", "cpu=1", "NotRequired")),
                        ONLY),
                row(
                        "11 another resource changed in a sidecar",
                        one("cpu=1", "").sidecar("s", "cpu=1,ephemeral-storage=1Gi", ""),
                        one("cpu=1", "").sidecar("s", "cpu=1,ephemeral-storage=2Gi", ""),
                        "spec.initContainers[0]: Forbidden: only cpu and memory resources for init or sidecar containers"
                                + " are mutable"),
                row(
                        "11 resizePolicy changed in an init container",
                        one("cpu=1", "").initContainer("i", "cpu=1", ""),
                        init(policed("i", "cpu=1", "NotRequired")),
                        "spec.initContainers[0]: Forbidden: only cpu and memory resources for init or sidecar containers"
                                + " are mutable"),
                row(
                        "12 plain init with RestartContainer changed",
                        init(policed("i", "cpu=1", "RestartContainer")),
                        init(policed("i", "cpu=2", "RestartContainer")),
                        "spec.initContainers[0]: Forbidden: non-sidecar init containers with a resize policy of"
                                + " RestartContainer cannot be resized"),
                row(
                        "12 a plain init with RestartContainer that does not change is tolerated",
                        init(policed("i", "cpu=1", "RestartContainer")),
                        one("cpu=2", "").initContainer(policed("i", "cpu=1", "RestartContainer"))),
                row(
                        "12 a sidecar with RestartContainer may change",
                        init(policed("s", "cpu=1", "RestartContainer").asSidecar()),
                        init(policed("s", "cpu=2", "RestartContainer").asSidecar())),
                row(
                        "12 plain init containers may change (GA in 1.37)",
                        one("cpu=1", "").initContainer("i", "cpu=1", ""),
                        one("cpu=1", "").initContainer("i", "cpu=2", "")));
    }

    private static ResourceRequirements claiming() {
        return new ResourceRequirements(
                true,
                ResourceAmounts.parse("cpu=1"),
                ResourceAmounts.ABSENT,
                true,
                List.of(new ResourceClaim("x", "")));
    }

    private static Pod mirror(Pod pod) {
        return pod.withMetadata(pod.metadata().withAnnotation(Pod.MIRROR_ANNOTATION, "x"));
    }

    private static Pod running(Pod pod, ResourceRequirements resources) {
        var waiting = new ContainerStatus("b", false, ResourceRequirements.ABSENT, ResourceAmounts.ABSENT);
        var running = new ContainerStatus("c", true, resources, ResourceAmounts.ABSENT);
        return pod.withStatus(new PodStatus(
                "Running",
                pod.status().qosClass(),
                0,
                List.of(),
                List.of(waiting, running),
                List.of(),
                ResourceRequirements.ABSENT,
                ResourceAmounts.ABSENT));
    }

    static Stream<Row> worked() {
        var pair = one("cpu=400m", "").container("b", "", "");
        return Stream.of(
                row("cpu 500m/1, Burstable; request 800m: 200", one("cpu=500m", "cpu=1"), one("cpu=800m", "cpu=1")),
                row(
                        "Guaranteed; cpu limit 2 only",
                        one("cpu=1,memory=1Gi", "cpu=1,memory=1Gi"),
                        one("cpu=1,memory=1Gi", "cpu=2,memory=1Gi"),
                        "spec: Invalid value: \"Guaranteed" + QOS),
                row(
                        "BestEffort; add any cpu",
                        one("", ""),
                        one("cpu=1", ""),
                        "spec: Invalid value: \"BestEffort" + QOS),
                row(
                        "BestEffort; add any memory at pod level",
                        one("", ""),
                        one("", "").podLevel("memory=1Gi", ""),
                        "spec: Invalid value: \"BestEffort" + QOS),
                row(
                        "remove /limits/cpu",
                        one("cpu=500m", "cpu=1"),
                        one("cpu=500m", ""),
                        "spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed"),
                row("remove /requests/cpu: re-defaulted to 1, passes", one("cpu=500m", "cpu=1"), one("", "cpu=1")),
                row(
                        "PLR cpu 1/2; a req 400m, b none; PLR limit 4: 200",
                        pair.podLevel("cpu=1", "cpu=2"),
                        one("cpu=400m", "").container("b", "", "").podLevel("cpu=1", "cpu=4")),
                row(
                        "PLR cpu 1/2; a req 400m; a req 1500m",
                        level("cpu=1", "cpu=2"),
                        one("cpu=1500m", "").podLevel("cpu=1", "cpu=2"),
                        "spec.resources.requests[cpu]: Invalid value: \"1\": must be greater than or equal to aggregate"
                                + " container requests of 1500m"),
                row(
                        "ephemeral-storage 1Gi to 2Gi",
                        one("ephemeral-storage=1Gi", ""),
                        one("ephemeral-storage=2Gi", ""),
                        ONLY),
                row(
                        "A1: c0 cpu 500m/1, PLR cpu 1/2; c0 request 1500m",
                        one("cpu=500m", "cpu=1").podLevel("cpu=1", "cpu=2"),
                        one("cpu=1500m", "cpu=1").podLevel("cpu=1", "cpu=2"),
                        "spec.containers[0].resources.requests: Invalid value: \"1500m\": must be less than or equal to"
                                + " cpu limit of 1",
                        "spec.resources.requests[cpu]: Invalid value: \"1\": must be greater than or equal to aggregate"
                                + " container requests of 1500m"));
    }

    @ParameterizedTest(name = "§4.3 {0}")
    @MethodSource("rows")
    void rules(Row row) {
        check(row);
    }

    @ParameterizedTest(name = "§4.5 {0}")
    @MethodSource("worked")
    void workedResizes(Row row) {
        check(row);
    }

    private static void check(Row row) {
        var sent = row.stored().withSpec(row.sent());
        var resized = ResizePreparation.under(row.gates()).apply(new Stored(row.stored()), new Sent(sent));
        assertThat(ResizeValidation.under(row.gates()).check(new Change(row.stored(), resized)).stream()
                        .map(Object::toString))
                .containsExactlyInAnyOrderElementsOf(row.errors());
    }

    @Test
    void anyOtherDifferenceIsForbidden() {
        var stored = stored(one("cpu=1", ""));
        var resized = stored.withSpec(one("cpu=1", "").restartPolicy("Never").build());
        assertThat(ResizeValidation.DEFAULT.check(new Change(stored, resized)).stream()
                        .map(Object::toString))
                .containsExactly(ONLY);
    }

    @Test
    void anyOtherDifferenceIsOnlyLookedForWhereNothingElseIsWrong() {
        var stored = stored(one("cpu=1", ""));
        var resized = stored.withSpec(one("cpu=-1", "").restartPolicy("Never").build());
        assertThat(ResizeValidation.DEFAULT.check(new Change(stored, resized)).stream()
                        .map(Object::toString))
                .containsExactly(
                        "spec.containers[0].resources.requests[cpu]: Invalid value: \"-1\": must be greater than"
                                + " or equal to 0");
    }
}
