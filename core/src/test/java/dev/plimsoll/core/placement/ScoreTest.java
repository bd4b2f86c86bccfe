package dev.plimsoll.core.placement;

import static dev.plimsoll.core.placement.Given.node;
import static dev.plimsoll.core.placement.Given.placement;
import static dev.plimsoll.core.placement.Given.pod;
import static dev.plimsoll.core.placement.Given.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.profile.ScoringStrategy;
import dev.plimsoll.core.placement.profile.ScoringStrategy.Point;
import dev.plimsoll.core.placement.profile.ScoringStrategy.Strategy;
import dev.plimsoll.core.placement.profile.SearchWidth;
import dev.plimsoll.core.placement.score.Scores;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worked numbers of the scheduler's specification: how nodes are compared, and among how many. */
// Acceptance: scores, search-width
class ScoreTest {
    private static final PlacementPod POD = pod("p", "cpu=500m,memory=1Gi").build();

    private static NodeTable worked() {
        var table = table(
                node("A", "cpu=4,memory=8Gi").build(),
                node("B", "cpu=2,memory=8Gi").build());
        table.add(pod("a", "cpu=1,memory=2Gi").on("A").build());
        table.add(pod("b", "cpu=200m,memory=4Gi").on("B").build());
        return table;
    }

    private static long[] points(Profile profile, PlacementPod pod, NodeTable table) {
        var totals = new long[table.nodeCount()];
        Scores.of(pod, table, profile, Map.of()).total(table, table.order(), totals.length, totals);
        return totals;
    }

    private static Profile only(Plugin plugin, ScoringStrategy scoring) {
        return new Profile(
                "s",
                0,
                Set.of(),
                Map.of(plugin, 1),
                scoring,
                ScoringStrategy.CPU_AND_MEMORY,
                Set.of(),
                Set.of(),
                NodeAffinity.NONE,
                List.of(),
                1);
    }

    private static ScoringStrategy with(Strategy strategy, Point... shape) {
        return new ScoringStrategy(strategy, ScoringStrategy.CPU_AND_MEMORY, List.of(shape));
    }

    @Test
    void eachStrategyAsWorkedOut() {
        var fit = Plugin.NODE_RESOURCES_FIT;
        assertThat(points(only(fit, ScoringStrategy.LEAST_ALLOCATED), POD, worked()))
                .containsExactly(62, 51);
        assertThat(points(only(fit, with(Strategy.LEAST_ALLOCATED, new Point(0, 0))), POD, worked()))
                .containsExactly(62, 51);
        assertThat(points(only(fit, with(Strategy.MOST_ALLOCATED)), POD, worked()))
                .containsExactly(37, 48);
        var rising = with(Strategy.REQUESTED_TO_CAPACITY_RATIO, new Point(0, 0), new Point(100, 10));
        assertThat(points(only(fit, rising), POD, worked())).containsExactly(37, 49);
        assertThat(points(
                        only(Plugin.NODE_RESOURCES_BALANCED_ALLOCATION, ScoringStrategy.LEAST_ALLOCATED),
                        POD,
                        worked()))
                .containsExactly(75, 78);
    }

    @Test
    void aFallingShapeIsRounded() {
        var table = table(node("n", "cpu=4,memory=10000").build());
        table.add(pod("x", "cpu=2,memory=4000").on("n").build());
        var falling = with(Strategy.REQUESTED_TO_CAPACITY_RATIO, new Point(0, 10), new Point(100, 0));
        assertThat(points(
                        only(Plugin.NODE_RESOURCES_FIT, falling),
                        pod("p", "cpu=1,memory=1000").build(),
                        table))
                .containsExactly(38);
    }

    @Test
    void allTogetherWithTheDefaultWeights() {
        assertThat(points(Profile.DEFAULT, POD, worked())).containsExactly(437, 429);
        var decision = (Decision.Placed) placement(Profile.DEFAULT).decide(POD, worked(), 0);
        assertThat(decision.nodeName()).isEqualTo("A");
        assertThat(decision.score()).isEqualTo(437);
    }

    @Test
    void theBenchmarksPodOnAnEmptyNodeAndBesideOneLikeIt() {
        var table = table(
                node("A", "cpu=4,memory=32Gi").build(),
                node("B", "cpu=4,memory=32Gi").build());
        table.add(pod("x", "cpu=100m,memory=500Mi").on("B").build());
        assertThat(points(Profile.DEFAULT, pod("p", "cpu=100m,memory=500Mi").build(), table))
                .containsExactly(471, 470);
    }

    @Test
    void taintsThatAskPodsToStayAwayCost() {
        var table = table(
                node("A", "cpu=4,memory=8Gi")
                        .taint("k", "v", "PreferNoSchedule")
                        .build(),
                node("B", "cpu=4,memory=8Gi").build());
        assertThat(points(only(Plugin.TAINT_TOLERATION, ScoringStrategy.LEAST_ALLOCATED), POD, table))
                .containsExactly(0, 100);
    }

    @Test
    void anImageThatIsThereCounts() {
        var image = "registry/app:1";
        var table = table(
                node("A", "cpu=4,memory=8Gi").image(image, 500L << 20).build(),
                node("B", "cpu=4,memory=8Gi").build());
        var pod = pod("p", "cpu=1").image(image).build();
        // 500Mi on one of two nodes: (250 - 23) of (1000 - 23)
        assertThat(points(only(Plugin.IMAGE_LOCALITY, ScoringStrategy.LEAST_ALLOCATED), pod, table))
                .containsExactly(23, 0);
    }

    @ParameterizedTest(name = "of {0} nodes {1} are looked for")
    @CsvSource({
        "1,1",
        "99,99",
        "100,100",
        "250,120",
        "500,230",
        "1000,420",
        "2000,680",
        "5000,500",
        "6000,300",
        "10000,500"
    })
    void searchWidth(int nodes, int wanted) {
        assertThat(SearchWidth.of(nodes, 0)).isEqualTo(wanted);
    }

    @Test
    void aShareThatIsAskedForIsTaken() {
        assertThat(SearchWidth.of(5000, 100)).isEqualTo(5000);
        assertThat(SearchWidth.of(5000, 1)).isEqualTo(100);
        assertThat(SearchWidth.of(5000, 20)).isEqualTo(1000);
    }
}
