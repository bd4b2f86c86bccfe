package dev.plimsoll.core.workloads.garbagecollection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.core.workloads.garbagecollection.CollectionDecision.Owner;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of Kubernetes clients: circles
/** spec/scheduler.md §17. */
class CollectionDecisionTest {
    record Row(
            String rule,
            List<String> finalizers,
            boolean hasDependents,
            Map<String, Owner> owners,
            CollectionDecision expected) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row(
                        "a living owner keeps it",
                        List.of(),
                        false,
                        Map.of("a", Owner.LIVING, "b", Owner.LIVING),
                        new CollectionDecision.Keep()),
                new Row(
                        "with one living owner only dead references go",
                        List.of(),
                        false,
                        Map.of("a", Owner.LIVING, "b", Owner.GONE),
                        new CollectionDecision.Strip(List.of("b"))),
                new Row(
                        "it goes when all owners are gone",
                        List.of(),
                        false,
                        Map.of("a", Owner.GONE, "b", Owner.GONE),
                        new CollectionDecision.Delete("Background")),
                new Row(
                        "before an owner that waits, and after what belongs to it",
                        List.of(),
                        true,
                        Map.of("a", Owner.WAITING, "b", Owner.GONE),
                        new CollectionDecision.Delete("Foreground")),
                new Row(
                        "by the policy of a finalizer that it has",
                        List.of("orphan"),
                        true,
                        Map.of("a", Owner.GONE, "b", Owner.GONE),
                        new CollectionDecision.Delete("Orphan")),
                new Row(
                        "an owner that nobody asked about lives",
                        List.of(),
                        false,
                        Map.of("a", Owner.GONE),
                        new CollectionDecision.Strip(List.of("a"))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void decisions(Row row) {
        var owners = List.of(owner("a"), owner("b"));
        var meta = new ObjectMetadata(
                "", "o", "o", "", 1, Instant.EPOCH, false, Map.of(), Map.of(), owners, row.finalizers());
        assertThat(CollectionDecision.decide(meta, row.hasDependents(), row.owners()))
                .isEqualTo(row.expected());
    }

    private static OwnerReference owner(String uid) {
        return new OwnerReference("v1", "ConfigMap", uid, uid, false, false);
    }
}
