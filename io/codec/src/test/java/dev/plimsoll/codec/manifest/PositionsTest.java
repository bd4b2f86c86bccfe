package dev.plimsoll.codec.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.plimsoll.codec.manifest.problem.Position;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PositionsTest {
    private static final String TEXT = """
            # a comment
            apiVersion: v1
            kind: Pod
            metadata:
              annotations:
                example.com/x: "1"
                odd]key: "2"
                "7": seven
            spec:
              containers:
              - name: a
                resources: &small
                  limits: {cpu: 1, memory: 2Gi}
              - name: b
                resources: *small
              - &c
                name: c
              - *c
              nested: [[1, 2], [3]]
            """;

    record Row(String sentence, String path, String expected) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("the empty path is the document", "", "2:1"),
                new Row("a field is shown at its key", "kind", "3:1"),
                new Row("a field within a field is found", "metadata.annotations", "5:3"),
                new Row("a list entry is shown at its start", "spec.containers[0]", "11:5"),
                new Row("a field of a list entry is found", "spec.containers[0].resources", "12:5"),
                new Row("fields on one line are told apart", "spec.containers[0].resources.limits.memory", "13:24"),
                new Row("a map's key may be in brackets", "spec.containers[0].resources.limits[memory]", "13:24"),
                new Row("a key in brackets may hold dots", "metadata.annotations[example.com/x]", "6:5"),
                new Row("a key in brackets may hold a closing bracket", "metadata.annotations[odd]key]", "7:5"),
                new Row("a number in brackets may be a map's key", "metadata.annotations[7]", "8:5"),
                new Row("a list in a list is found", "spec.nested[1][0]", "19:21"),
                new Row("an alias is shown where it stands", "spec.containers[1].resources", "15:5"),
                new Row("what an alias repeats is shown at its anchor", "spec.containers[1].resources.limits", "13:7"),
                new Row("an alias in a list is shown where it stands", "spec.containers[3]", "18:5"),
                new Row("a missing field is shown at its parent", "spec.containers[0].ports[0].name", "11:5"),
                new Row("a missing entry is shown at its list", "spec.containers[9].name", "10:3"),
                new Row("a field of a text is shown at the text", "kind.of.thing", "3:1"),
                new Row("a path from nowhere is the document", "status.phase", "2:1"),
                new Row("an index that is no number leads nowhere", "spec.containers[x]", "10:3"),
                new Row("an index beyond all numbers leads nowhere", "spec.containers[99999999999999999999]", "10:3"),
                new Row("a bracket that is not closed leads nowhere", "spec.containers[", "10:3"),
                new Row("dots alone are the document", "...", "2:1"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void rows(Row row) {
        assertEquals(row.expected(), Loads.one(TEXT).positions().of(row.path()).toString());
    }

    @Test
    void exactlyFindsAFieldThatIsThere() {
        assertEquals(
                Optional.of(new Position(3, 1)), Loads.one(TEXT).positions().exactly("kind"));
    }

    @Test
    void exactlyFindsNothingForAFieldThatIsNot() {
        assertEquals(Optional.empty(), Loads.one(TEXT).positions().exactly("spec.containers[9]"));
    }

    @Test
    void aMergedFieldIsShownWhereItWasWritten() {
        var merged = Loads.one(Loads.HEAD + "a: &a\n  b: 1\nx:\n  <<: *a\n  c: 2\n");
        assertEquals("4:3", merged.positions().of("x.b").toString());
        assertEquals("7:3", merged.positions().of("x.c").toString());
    }

    @Test
    void anEntryOfAListHasPathsOfItsOwn() {
        var item = Loads.one("apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  spec: {a: 1}\n");
        assertEquals("6:10", item.positions().of("spec.a").toString());
        assertEquals("4:3", item.positions().of("").toString());
    }

    @Test
    void aProblemOfAFieldIsShownAtItsPosition() {
        assertEquals("f.yaml:3:1: no", Loads.one(TEXT).problem("kind", "no").line());
    }

    @Test
    void jsonHasPositions() {
        var manifest = Loads.one("{\n\t\"apiVersion\": \"v1\",\n\t\"kind\": \"A\",\n\t\"spec\": {\"a\": [1, 2]}\n}\n");
        assertEquals("4:20", manifest.positions().of("spec.a[1]").toString());
    }
}
