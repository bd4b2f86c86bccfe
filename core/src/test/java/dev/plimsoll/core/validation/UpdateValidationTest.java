package dev.plimsoll.core.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.Unmodelled;
import dev.plimsoll.core.model.scheduling.NodeNeeds;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.validation.UpdateValidation.Change;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** api.md §4.6: an ordinary update. */
// Acceptance of KEP-1287: update-immutable
class UpdateValidationTest {
    private static final PodSpec STORED = PodSpec.builder()
            .podLevel("cpu=2", "cpu=2")
            .initContainer("i", "cpu=1", "")
            .container("c", "cpu=1", "cpu=2")
            .placement(placement(60, "wait"))
            .details(details(30, toleration("a")))
            .build();

    private static PodPlacement placement(long deadline, String... gates) {
        return new PodPlacement("", "", PodPlacement.UNSET, deadline, false, List.of(gates));
    }

    private static Toleration toleration(String key) {
        return new Toleration(key, "Exists", "", "NoSchedule", PodPlacement.UNSET);
    }

    private static PodDetails details(long grace, Toleration... tolerations) {
        return new PodDetails(
                List.of(),
                List.of(),
                List.of(tolerations),
                Map.of(),
                grace,
                "",
                false,
                "",
                "",
                "",
                NodeNeeds.NONE,
                Unmodelled.NOTHING);
    }

    private static PodSpec with(PodPlacement placement, PodDetails details) {
        return new PodSpec(
                STORED.containers(),
                STORED.initContainers(),
                List.of(),
                STORED.resources(),
                STORED.overhead(),
                STORED.restartPolicy(),
                STORED.osName(),
                placement,
                details);
    }

    record Row(String sentence, PodSpec sent, String error) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> rows() {
        var immutable = "spec: Forbidden: " + UpdateValidation.IMMUTABLE + "\n";
        return Stream.of(
                new Row("nothing changed", STORED, ""),
                new Row("images may change", STORED.mappingContainers(container -> container.withImage("other:2")), ""),
                new Row("a deadline may come closer", with(placement(30, "wait"), STORED.details()), ""),
                new Row(
                        "a deadline may not move away",
                        with(placement(90, "wait"), STORED.details()),
                        "spec.activeDeadlineSeconds: Invalid value: 90: must be less than or equal to previous value"),
                new Row(
                        "tolerations may be added",
                        with(STORED.placement(), details(30, toleration("b"), toleration("a"))),
                        ""),
                new Row(
                        "tolerations may not be removed",
                        with(STORED.placement(), details(30)),
                        "spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds"),
                new Row("scheduling gates may be removed", with(placement(60), STORED.details()), ""),
                new Row(
                        "scheduling gates may not be added",
                        with(placement(60, "wait", "more"), STORED.details()),
                        "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'more'"),
                new Row("null pod-level resources are restored", STORED.withResources(ResourceRequirements.ABSENT), ""),
                new Row(
                        "pod-level resources are fixed here",
                        STORED.withResources(ResourceRequirements.parse("cpu=3", "cpu=3")),
                        immutable + "changed: spec.resources"),
                new Row(
                        "container resources are fixed here",
                        STORED.mappingContainers(container -> container.name().equals("c")
                                ? container.withResources(ResourceRequirements.parse("cpu=2", "cpu=2"))
                                : container),
                        immutable + "changed: spec.containers[0].resources"),
                new Row(
                        "containers may not be added or removed",
                        STORED.withInitContainers(List.of()),
                        "spec.initContainers: Forbidden: pod updates may not add or remove containers"));
    }

    @ParameterizedTest(name = "§4.6 {0}")
    @MethodSource("rows")
    void update(Row row) {
        var errors = UpdateValidation.DEFAULT.check(new Change(Pod.of("web", STORED), Pod.of("web", row.sent())));
        assertThat(errors.stream().map(FieldError::toString).toList())
                .isEqualTo(row.error().isEmpty() ? List.of() : List.of(row.error()));
    }
}
