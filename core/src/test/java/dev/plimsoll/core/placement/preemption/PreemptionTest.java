package dev.plimsoll.core.placement.preemption;

import static dev.plimsoll.core.placement.Given.node;
import static dev.plimsoll.core.placement.Given.placement;
import static dev.plimsoll.core.placement.Given.pod;
import static dev.plimsoll.core.placement.Given.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.scheduling.Requirement;
import dev.plimsoll.core.placement.Decision;
import dev.plimsoll.core.placement.Given.PodBuilder;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.terms.LabelQuery;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who has to go: the worked examples of the scheduler's specification, and the words for when nobody can. */
// Acceptance: texts, victims, choice-4, choice-11
// Acceptance of KEP-5419: no-eviction
class PreemptionTest {
    private static Preemption.Outcome plan(PodBuilder builder, NodeTable table, DisruptionBudget... budgets) {
        var pod = builder.build();
        var refused = (Decision.Refused) placement(Profile.DEFAULT).decide(pod, table, 0);
        return new Preemption(pod, table, refused.filters(), refused.findings(), List.of(budgets)).plan(0);
    }

    private static PreemptionCandidate chosen(PodBuilder builder, NodeTable table, DisruptionBudget... budgets) {
        return ((Preemption.Outcome.Chosen) plan(builder, table, budgets)).candidate();
    }

    private static List<String> names(PreemptionCandidate candidate) {
        return candidate.victims().stream().map(victim -> victim.key().name()).toList();
    }

    private static DisruptionBudget budget(long allowed) {
        return new DisruptionBudget(
                "default", "x", new LabelQuery(true, List.of(Requirement.is("pdb", "x"))), allowed, Set.of());
    }

    private static NodeTable full() {
        var table = table(node("n1", "cpu=4").build());
        table.add(pod("a", "cpu=500m")
                .priority(10)
                .started(5)
                .labels("pdb", "x")
                .on("n1")
                .build());
        table.add(pod("b", "cpu=1").priority(10).started(9).on("n1").build());
        table.add(pod("c", "cpu=1").priority(10).started(10).on("n1").build());
        table.add(pod("d", "cpu=1500m").priority(50).started(8).on("n1").build());
        return table;
    }

    @Test
    void thoseWhoAreProtectedStayFirstThenTheMostImportantThenTheOldest() {
        var candidate = chosen(pod("p", "cpu=1").priority(100), full(), budget(0));
        assertThat(names(candidate)).containsExactly("c");
        assertThat(candidate.violations()).isZero();
    }

    @Test
    void aBudgetIsBrokenAsALastResort() {
        var table = table(node("n1", "cpu=1").build());
        table.add(pod("a", "cpu=1").labels("pdb", "x").on("n1").build());
        var candidate = chosen(pod("p", "cpu=1").priority(1), table, budget(0));
        assertThat(names(candidate)).containsExactly("a");
        assertThat(candidate.violations()).isEqualTo(1);
    }

    @Test
    void theNodeWithTheLeastImportantVictimsIsTakenEvenIfTheyAreMore() {
        var table = table(node("n1", "cpu=2").build(), node("n2", "cpu=2").build());
        table.add(pod("c", "cpu=2").priority(10).on("n1").build());
        table.add(pod("e", "cpu=1").priority(5).on("n2").build());
        table.add(pod("f", "cpu=1").priority(5).on("n2").build());
        var candidate = chosen(pod("p", "cpu=2").priority(100), table);
        assertThat(candidate.nodeName()).isEqualTo("n2");
        assertThat(names(candidate)).containsExactlyInAnyOrder("e", "f");
    }

    @Test
    void ofEqualVictimsTheOneThatRanShortestGoes() {
        var table = table(node("n1", "cpu=1").build(), node("n2", "cpu=1").build());
        table.add(pod("old", "cpu=1").started(100).on("n1").build());
        table.add(pod("young", "cpu=1").started(200).on("n2").build());
        assertThat(names(chosen(pod("p", "cpu=1").priority(1), table))).containsExactly("young");
    }

    @Test
    void podsOfTheSameSecondGoByNameInWhateverOrderTheyCame() {
        var sizes = List.of("a cpu=300m", "b cpu=900m", "c cpu=500m", "d cpu=300m");
        for (var turn = 0; turn < sizes.size(); turn++) {
            var table = table(node("n1", "cpu=2").build());
            for (var i = 0; i < sizes.size(); i++) {
                var parts = sizes.get((turn + i) % sizes.size()).split(" ", -1);
                table.add(pod(parts[0], parts[1]).started(7).on("n1").build());
            }
            assertThat(names(chosen(pod("p", "cpu=500m").priority(1), table)))
                    .as("turn " + turn)
                    .containsExactly("c");
            assertThat(names(chosen(pod("p", "cpu=700m").priority(1), table)))
                    .as("turn " + turn)
                    .containsExactly("c", "d");
        }
    }

    @Test
    void whatIsSaid() {
        var table = table(
                node("n1", "cpu=4").taint("k", "v", "NoSchedule").build(),
                node("n2", "cpu=4").build(),
                node("n3", "cpu=4").build());
        table.add(pod("x", "cpu=4").priority(5).on("n2").build());
        table.add(pod("y", "cpu=4").priority(5).on("n3").build());
        assertThat(plan(pod("p", "cpu=1").priority(5), table).message())
                .isEqualTo("preemption: 0/3 nodes are available: 1 Preemption is not helpful for scheduling,"
                        + " 2 No preemption victims found for incoming pod.");
        assertThat(plan(pod("p", "cpu=1").priority(6).neverPreempts(), table).message())
                .isEqualTo("preemption: not eligible due to preemptionPolicy=Never.");
        assertThat(plan(pod("p", "cpu=5"), table).message())
                .isEqualTo("preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.");
        assertThat(plan(pod("p", "cpu=1").priority(6), table).message())
                .isEqualTo("preemption: found a potential placement for pod on node n2, preempting 1 victims");
    }

    @Test
    void nobodyElseIsSentAwayWhileVictimsAreOnTheirWay() {
        var table = table(node("n1", "cpu=1").build());
        table.add(pod("x", "cpu=1").deleting(true).on("n1").build());
        assertThat(plan(pod("p", "cpu=1").priority(1).nominated("n1"), table).message())
                .isEqualTo("preemption: not eligible due to a terminating pod on the nominated node.");
    }

    @Test
    void aResizeThatWaitsFindsRoomOnItsOwnNodeOnly() {
        var table =
                table(node("n1", "cpu=300m,pods=2").build(), node("n2", "cpu=8").build());
        table.add(pod("victim", "cpu=200m").on("n1").build());
        var waiting = pod("p", "cpu=300m").on("n1").priority(1).deferred();
        table.add(waiting.build());
        var candidate = chosen(waiting, table);
        assertThat(candidate.nodeName()).isEqualTo("n1");
        assertThat(names(candidate)).containsExactly("victim");
        table.remove(pod("victim", "cpu=200m").on("n1").build());
        assertThat(placement(Profile.DEFAULT).decide(waiting.build(), table, 0)).isInstanceOf(Decision.Placed.class);
    }

    @Test
    void aNodeMayRefuseToSendPodsAwayForResizes() {
        var table = table(node("n1", "cpu=300m").refusesResizePreemption().build());
        table.add(pod("victim", "cpu=200m").on("n1").build());
        var waiting = pod("p", "cpu=300m").on("n1").priority(1).deferred();
        table.add(waiting.build());
        var refused = (Decision.Refused) placement(Profile.DEFAULT).decide(waiting.build(), table, 0);
        assertThat(refused.message()).isEqualTo("0/1 nodes are available: 1 node had resize preemption disabled.");
        assertThat(plan(waiting, table)).isInstanceOf(Preemption.Outcome.None.class);
    }
}
