package dev.plimsoll.controllers.garbage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.controllers.garbage.Collecting.Owner;
import dev.plimsoll.controllers.objects.Meta;
import dev.plimsoll.controllers.testing.Docs;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** spec/scheduler.md §17. */
class CollectingTest {
    record Row(String rule, String more, boolean hasDependents, Map<String, Owner> owners, Collecting expected) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row(
                        "a living owner keeps it",
                        "",
                        false,
                        Map.of("a", Owner.LIVING, "b", Owner.LIVING),
                        new Collecting.Keep()),
                new Row(
                        "with one living owner only dead references go",
                        "",
                        false,
                        Map.of("a", Owner.LIVING, "b", Owner.GONE),
                        new Collecting.Strip(List.of("b"))),
                new Row(
                        "it goes when all owners are gone",
                        "",
                        false,
                        Map.of("a", Owner.GONE, "b", Owner.GONE),
                        new Collecting.Delete("Background")),
                new Row(
                        "before an owner that waits, and after what belongs to it",
                        "",
                        true,
                        Map.of("a", Owner.WAITING, "b", Owner.GONE),
                        new Collecting.Delete("Foreground")),
                new Row(
                        "by the policy of a finalizer that it has",
                        ",'finalizers':['orphan']",
                        true,
                        Map.of("a", Owner.GONE, "b", Owner.GONE),
                        new Collecting.Delete("Orphan")),
                new Row(
                        "an owner that nobody asked about lives",
                        "",
                        false,
                        Map.of("a", Owner.GONE),
                        new Collecting.Strip(List.of("a"))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void decisions(Row row) {
        var meta = Meta.of(
                Docs.json("{'metadata':{'name':'o','ownerReferences':[{'uid':'a'},{'uid':'b'}]" + row.more() + "}}"));
        assertThat(Collecting.decide(meta, row.hasDependents(), row.owners())).isEqualTo(row.expected());
    }
}
