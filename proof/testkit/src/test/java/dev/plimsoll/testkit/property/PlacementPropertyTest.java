package dev.plimsoll.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.placement.Decision;
import dev.plimsoll.core.placement.Placement;
import dev.plimsoll.core.placement.filter.FilterResults;
import dev.plimsoll.core.placement.filter.Filters;
import dev.plimsoll.core.placement.filter.PlacementContext;
import dev.plimsoll.core.placement.preemption.Preemption;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.testkit.gen.Clusters;
import dev.plimsoll.testkit.gen.Clusters.Cluster;
import dev.plimsoll.testkit.gen.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Placement against its obvious twin: the same nodes will do, the best has as many points, and victims are enough and needed. */
class PlacementPropertyTest {
    private static final PlacementContext AROUND = new PlacementContext(Profile.DEFAULT, Map.of(), false);

    private static NodeTable table(Cluster cluster) {
        var table = new NodeTable();
        // in any order: pods may be heard of before their nodes
        for (var i = 0; i < cluster.running().size(); i += 2)
            table.add(cluster.running().get(i));
        for (var node : cluster.nodes()) table.set(node);
        for (var i = 1; i < cluster.running().size(); i += 2)
            table.add(cluster.running().get(i));
        return table;
    }

    private static List<String> feasible(PlacementPod pod, NodeTable table) {
        var filters = Filters.of(pod, table, AROUND);
        var names = new ArrayList<String>();
        for (var row : table.order()) {
            if (filters.admit(table, row, new FilterResults(table.capacity())))
                names.add(table.node(row).name());
        }
        return names;
    }

    @Test
    void theSameNodesWillDoAndTheBestHasAsManyPoints() {
        Samples.of(3000).check(Clusters.any(), cluster -> {
            var table = table(cluster);
            var placement = new Placement(AROUND);
            var running = new ArrayList<>(cluster.running());
            for (var pod : cluster.waiting()) {
                var twin = new SlowPlacement(cluster.nodes(), running);
                var expected = twin.feasible(pod);
                assertThat(feasible(pod, table))
                        .containsExactlyInAnyOrderElementsOf(
                                expected.stream().map(PlacementNode::name).toList());
                // twice: the second answer comes from what was remembered
                placement.decide(pod, table, 0);
                switch (placement.decide(pod, table, running.size())) {
                    case Decision.Placed placed -> {
                        assertThat(expected).extracting(PlacementNode::name).contains(placed.nodeName());
                        if (expected.size() > 1) assertThat(placed.score()).isEqualTo(twin.best(pod, expected));
                        table.add(pod.on(placed.nodeName()));
                        running.add(pod.on(placed.nodeName()));
                    }
                    case Decision.Refused _ -> assertThat(expected).isEmpty();
                }
            }
        });
    }

    @Test
    void whatComesAndGoesLeavesNothingBehind() {
        Samples.of(500).check(Clusters.any(), cluster -> {
            var table = table(cluster);
            for (var pod : cluster.waiting()) table.add(pod.on("n1"));
            for (var pod : cluster.running()) assertThat(table.remove(pod)).isTrue();
            for (var pod : cluster.waiting())
                assertThat(table.remove(pod.on("n1"))).isTrue();
            assertThat(table.podCount()).isZero();
            assertThat(table.groups()).isEmpty();
            for (var row : table.order()) {
                assertThat(List.of(table.usedCpu(row), table.usedMemory(row), table.scoredCpu(row)))
                        .containsOnly(0L);
            }
        });
    }

    @Test
    void victimsAreEnoughLessImportantAndEachIsNeeded() {
        Samples.of(2000).check(Clusters.any(), cluster -> {
            var table = table(cluster);
            for (var pod : cluster.waiting()) {
                if (!(new Placement(AROUND).decide(pod, table, 0) instanceof Decision.Refused refused)) continue;
                if (!refused.mayPreempt()) continue;
                var outcome = new Preemption(pod, table, refused.filters(), refused.findings(), List.of()).plan(0);
                if (!(outcome instanceof Preemption.Outcome.Chosen(var candidate))) continue;
                var left = new ArrayList<>(cluster.running());
                for (var victim : candidate.victims()) {
                    assertThat(victim.priority()).isLessThan(pod.priority());
                    left.removeIf(other -> other.key().equals(victim.key()));
                }
                assertThat(mayRun(cluster, left, pod, candidate.nodeName())).isTrue();
            }
        });
    }

    private static boolean mayRun(Cluster cluster, List<PlacementPod> running, PlacementPod pod, String node) {
        return new SlowPlacement(cluster.nodes(), running)
                .feasible(pod).stream().anyMatch(each -> each.name().equals(node));
    }
}
