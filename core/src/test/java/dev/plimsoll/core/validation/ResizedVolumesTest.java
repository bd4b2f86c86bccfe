package dev.plimsoll.core.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.PodDetails.EmptyDir;
import dev.plimsoll.core.model.PodDetails.Volume;
import dev.plimsoll.core.model.Unmodelled;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One row for each text of spec/api.md, rule 13. */
class ResizedVolumesTest {
    record Row(String rule, List<Volume> stored, List<Volume> resized, String expected) {
        @Override
        public String toString() {
            return rule;
        }
    }

    private static Volume memory(String name, @Nullable String size) {
        return emptyDir(name, EmptyDir.MEMORY, size);
    }

    private static Volume emptyDir(String name, String medium, @Nullable String size) {
        var limit = size == null ? null : Quantity.of(size);
        return new Volume(name, List.of("emptyDir"), new EmptyDir(medium, limit), Unmodelled.NOTHING);
    }

    static Stream<Row> rows() {
        var stored = List.of(memory("a", "64Mi"));
        return Stream.of(
                new Row("the size of a volume in memory may change", stored, List.of(memory("a", "128Mi")), ""),
                new Row("what is the same may stay", stored, stored, ""),
                new Row(
                        "nothing is added",
                        stored,
                        List.of(memory("a", "64Mi"), memory("b", "1Mi")),
                        "volumes may not be added or removed on resize"),
                new Row(
                        "nothing is renamed",
                        stored,
                        List.of(memory("b", "64Mi")),
                        "volumes may not be renamed or reordered on resize"),
                new Row(
                        "the medium stays",
                        stored,
                        List.of(emptyDir("a", "", "64Mi")),
                        "only sizeLimit of memory-backed emptyDir volumes is mutable on resize"),
                new Row(
                        "a size is not taken away",
                        stored,
                        List.of(memory("a", null)),
                        "adding or removing sizeLimit on an existing volume is not allowed"),
                new Row(
                        "nor added",
                        List.of(memory("a", null)),
                        stored,
                        "adding or removing sizeLimit on an existing volume is not allowed"),
                new Row(
                        "the size of one on disk stays",
                        List.of(emptyDir("a", "", "1Gi")),
                        List.of(emptyDir("a", "", "2Gi")),
                        "sizeLimit is only mutable for memory-backed emptyDir volumes"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void check(Row row) {
        var errors = new ArrayList<FieldError>();
        ResizedVolumes.check(row.stored, row.resized, errors);
        if (row.expected.isEmpty()) assertThat(errors).isEmpty();
        else assertThat(errors).singleElement().asString().contains(row.expected);
    }
}
