package dev.plimsoll.codec.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.trees.RandomTrees;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds for all documents that managers may apply. */
class ApplyPropertyTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final List<KindShape> KINDS = List.of(
            Schema.bundled().find("v1", "Pod").orElseThrow(),
            Schema.bundled().find("v1", "Node").orElseThrow(),
            Schema.bundled().find("v1", "Service").orElseThrow(),
            Schema.bundled().find("apps/v1", "Deployment").orElseThrow(),
            Schema.bundled()
                    .find("autoscaling.k8s.io/v1", "VerticalPodAutoscaler")
                    .orElseThrow(),
            Schema.bundled().shapeOf("example.com/v1", "Thing"));

    private static ServerSideApply apply(KindShape kind, String manager, int second) {
        return new ServerSideApply(
                kind,
                new FieldWriter(manager, kind.apiVersion(), "", NOON.plusSeconds(second)),
                OwnershipFilter.everything());
    }

    private static ObjectNode tree(ApplyOutcome outcome) {
        if (outcome instanceof ApplyOutcome.Applied(var tree)) return tree;
        throw new AssertionError(outcome.toString());
    }

    @Test
    void applyingTheSameAgainIsNoChange() {
        var trees = new RandomTrees(21);
        for (var i = 0; i < 1_000; i++) {
            var kind = trees.oneOf(KINDS);
            var live = new Ownership(
                            kind, new FieldWriter("old", kind.apiVersion(), "", NOON), OwnershipFilter.everything())
                    .created(trees.document(kind));
            var config = trees.document(kind);
            var once = tree(apply(kind, "me", 1).apply(live, config, true));
            assertThat(apply(kind, "me", 2).apply(once, config, false)).isEqualTo(new ApplyOutcome.Applied(once));
        }
    }

    @Test
    void managersOfDisjointFieldsNeverConflict() {
        var trees = new RandomTrees(22);
        var disjoint = 0;
        for (var i = 0; i < 2_500; i++) {
            var kind = trees.oneOf(KINDS);
            var one = trees.document(kind);
            var two = trees.document(kind);
            one.remove("metadata");
            two.remove("metadata");
            one.putObject("metadata").put("name", "n");
            two.putObject("metadata").put("name", "n");
            if (overlap(one, two, kind)) continue;
            disjoint++;
            var live = tree(apply(kind, "one", 1).apply(kind.blank(), one, false));
            assertThat(apply(kind, "two", 2).apply(live, two, false)).isInstanceOf(ApplyOutcome.Applied.class);
        }
        assertThat(disjoint).isGreaterThan(300);
    }

    private static boolean overlap(ObjectNode one, ObjectNode two, KindShape kind) {
        var common = Contents.of(one, kind.shape()).intersection(Contents.of(two, kind.shape()));
        return !NeverOwned.without(common).isEmpty();
    }

    @Test
    void givingUpEverythingLeavesWhatTheOthersApplied() {
        var trees = new RandomTrees(23);
        for (var i = 0; i < 1_000; i++) {
            var kind = trees.oneOf(KINDS);
            var others = trees.document(kind);
            var mine = trees.document(kind);
            var alone = tree(apply(kind, "others", 1).apply(kind.blank(), others, false));
            var both = tree(apply(kind, "me", 2).apply(alone, mine, true));
            var again = tree(apply(kind, "others", 3).apply(both, others, true));
            var nothing = kind.blank().objectNode();
            nothing.put("apiVersion", kind.apiVersion())
                    .put("kind", kind.kind())
                    .putObject("metadata");
            var after = tree(apply(kind, "me", 4).apply(again, nothing, false));
            assertThat(ManagedFields.of(after).entries())
                    .allMatch(entry -> entry.manager().equals("others"));
            var owned = NeverOwned.without(Contents.of(ManagedFields.without(after), kind.shape()));
            var applied = NeverOwned.without(Contents.of(others, kind.shape()));
            assertThat(applied.difference(owned).paths()).isEmpty();
        }
    }

    @Test
    void removingAFieldRemovesExactlyIt() {
        var trees = new RandomTrees(24);
        var kind = KINDS.getFirst();
        for (var i = 0; i < 1_000; i++) {
            var config = trees.document(kind);
            config.withObject("spec").put("hostname", "h").put("nodeName", "n");
            var with = tree(apply(kind, "me", 1).apply(kind.blank(), config, false));
            config.withObject("spec").remove("hostname");
            var expected = ManagedFields.without(with);
            expected.withObject("spec").remove("hostname");
            var without = tree(apply(kind, "me", 2).apply(with, config, false));
            assertThat(ManagedFields.without(without)).isEqualTo(expected);
        }
    }

    @Test
    void anyDocumentsAtAllGiveAValueAndStayAsTheyAre() {
        var trees = new RandomTrees(25);
        for (var i = 0; i < 5_000; i++) {
            var kind = trees.oneOf(KINDS);
            var live = trees.random().nextBoolean() ? trees.object(5) : trees.document(kind);
            var next = trees.random().nextBoolean() ? trees.object(5) : trees.document(kind);
            var texts = live.toString() + next;
            assertThat(apply(kind, "me", 1).apply(live, next, trees.random().nextBoolean()))
                    .isNotNull();
            var writer = new FieldWriter("me", kind.apiVersion(), "", NOON);
            assertThat(new Ownership(kind, writer, OwnershipFilter.except("status")).updated(live, next))
                    .isNotNull();
            assertThat(live.toString() + next).isEqualTo(texts);
        }
    }
}
