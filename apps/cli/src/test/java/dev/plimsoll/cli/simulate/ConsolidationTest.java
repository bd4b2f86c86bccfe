package dev.plimsoll.cli.simulate;

import static dev.plimsoll.cli.simulate.SampleCluster.requests;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.resize.RequestedResize;
import dev.plimsoll.cli.simulate.cluster.LevelConsolidation;
import dev.plimsoll.cli.simulate.cluster.PodLevelScope;
import dev.plimsoll.cli.simulate.cluster.RequestedChanges;
import dev.plimsoll.cli.simulate.cluster.Simulation;
import dev.plimsoll.cli.simulate.cluster.SimulationOptions;
import dev.plimsoll.cli.simulate.report.SimulationDocument;
import dev.plimsoll.cli.simulate.report.SimulationMarkdown;
import dev.plimsoll.cli.simulate.report.SimulationPage;
import dev.plimsoll.cli.simulate.report.SimulationReport;
import dev.plimsoll.cli.simulate.report.SimulationSuite;
import dev.plimsoll.cli.simulate.report.SimulationTable;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.prediction.ClusterCapacity.NodeLoad;
import dev.plimsoll.core.prediction.PredictionSettings;
import dev.plimsoll.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which nodes could go. */
// Acceptance of simulate: consolidation, consolidation-levels, same-bytes
class ConsolidationTest {
    private static final SimulationOptions CONSOLIDATE = SimulationOptions.DEFAULT.consolidating();

    private static Simulation.Result run(Snapshot snapshot, SimulationOptions options) {
        return new Simulation(snapshot, PredictionSettings.DEFAULT).run(RequestedChanges.NONE, options);
    }

    private static LevelConsolidation containers(SampleCluster cluster) {
        return run(cluster.snapshot(), CONSOLIDATE).consolidations().getFirst();
    }

    private static SampleCluster threeNodes() {
        return new SampleCluster()
                .namespace("default")
                .node("n1", "4", "16Gi")
                .node("n2", "4", "16Gi")
                .node("n3", "4", "16Gi");
    }

    @Test
    @DisplayName("the least held node goes first, and nodes go while all pods find a place")
    void leastHeldFirst() {
        var outcome = containers(threeNodes()
                        .deployment("default", "web", requests("1500m", "1Gi"), "n1", "n1", "n2")
                        .deployment("default", "api", requests("500m", "1Gi"), "n3"))
                .outcome();
        assertThat(outcome.drained()).containsExactly("n3");
        assertThat(outcome.needed()).isEqualTo(2);
        assertThat(outcome.lowerBound()).isEqualTo(2);
        assertThat(outcome.moved()).isEqualTo(1);
        assertThat(outcome.kept()).containsOnlyKeys("n1", "n2");
        assertThat(outcome.kept().get("n2")).contains("default/web-", "Insufficient cpu");
        assertThat(outcome.capacity().nodes()).extracting(NodeLoad::name).containsExactly("n1", "n2");
    }

    @Test
    @DisplayName("a pod that nobody makes again, that must not be evicted, or that a budget keeps, keeps its node")
    void whatKeepsANode() {
        var alone = containers(threeNodes().pod("alone", "n1", 0, requests("1", "1Gi")));
        assertThat(alone.outcome().drained()).containsExactly("n2", "n3");
        assertThat(alone.outcome().kept()).containsEntry("n1", "default/alone: nobody makes it again");
        var budget = containers(threeNodes()
                .deployment("default", "web", requests("1", "1Gi"), "n1")
                .budget("web", "web", 1));
        assertThat(budget.outcome().kept().get("n1")).contains("The disruption budget web needs 1 healthy pods");
        var controlPlane = containers(new SampleCluster()
                .namespace("default")
                .node("n1", "4", "16Gi")
                .add(SampleCluster.nodeText("cp", "4", "16Gi", "")
                        .replace("\"labels\":{", "\"labels\":{\"node-role.kubernetes.io/control-plane\":\"\",")));
        assertThat(controlPlane.outcome().drained()).containsExactly("n1");
        assertThat(controlPlane.outcome().kept()).containsEntry("cp", "part of the control plane");
    }

    @Test
    @DisplayName("a pod that was resized in place comes back as large as its template says")
    void resizedInPlace() {
        var snapshot = threeNodes()
                .pod("alone", "n1", 0, requests("3", "1Gi"))
                .deployment("default", "web", requests("3", "1Gi"), "n2")
                .snapshot();
        var web = run(snapshot, SimulationOptions.DEFAULT).after().pods().stream()
                .map(fate -> fate.name())
                .filter(name -> name.startsWith("web-"))
                .findFirst()
                .orElseThrow();
        var result = resized(snapshot, List.of(web), "500m");
        assertThat(result.after().resizes()).hasSize(1);
        var outcome = result.consolidations().getFirst().outcome();
        // With 500m it would fit on n1.
        assertThat(outcome.drained()).containsExactly("n3");
        assertThat(outcome.kept().get("n2")).contains("default/" + web, "Insufficient cpu");
    }

    @Test
    @DisplayName(
            "pods that were made larger in place come back smaller, and need no more nodes than the lower bound says")
    void enlargedInPlace() {
        var snapshot = threeNodes()
                .deployment("default", "web", requests("500m", "1Gi"), "n1", "n2", "n3")
                .snapshot();
        var names = run(snapshot, SimulationOptions.DEFAULT).after().pods().stream()
                .map(fate -> fate.name())
                .toList();
        var outcome = resized(snapshot, names, "3").consolidations().getFirst().outcome();
        assertThat(outcome.needed()).isEqualTo(1);
        assertThat(outcome.lowerBound()).isEqualTo(1);
    }

    private static Simulation.Result resized(Snapshot snapshot, List<String> pods, String cpu) {
        var amount = ((RequestedResize.Parsed.Ok) RequestedResize.parse("--resize", ResourceName.CPU, cpu)).wish();
        var resizes = pods.stream()
                .map(name -> new RequestedChanges.Resize(
                        ApiResource.PODS, new ObjectName("default", name), "", List.of(amount)))
                .toList();
        var changes =
                new RequestedChanges("default", List.of(), List.of(), resizes, List.of(), List.of(), List.of(), 0);
        return new Simulation(snapshot, PredictionSettings.DEFAULT).run(changes, CONSOLIDATE);
    }

    @Test
    @DisplayName("pods as a whole ask for what their containers ask for together, and the answer says so")
    void podLevel() {
        var cluster = threeNodes().deployment("default", "web", requests("1500m", "1Gi"), "n1", "n2", "n3");
        var result = run(cluster.snapshot(), CONSOLIDATE.withPodLevel(PodLevelScope.ALL));
        assertThat(result.consolidations())
                .extracting(LevelConsolidation::level)
                .containsExactly("container level", "pod level");
        assertThat(result.consolidations().get(1).outcome().needed()).isEqualTo(2);
        assertThat(result.after().capacity().requestedMilliCpu()).isEqualTo(4500);
        assertThat(result.doubts()).extracting(doubt -> doubt.id()).contains("same-amounts");
    }

    @Test
    @DisplayName("all, a namespace, or a workload of it have their resources as a whole")
    void scope() {
        assertThat(PodLevelScope.parse("all")).contains(new PodLevelScope.Part("", ""));
        assertThat(PodLevelScope.parse("shop")).contains(new PodLevelScope.Part("shop", ""));
        assertThat(PodLevelScope.parse("shop/...")).contains(new PodLevelScope.Part("shop", ""));
        assertThat(PodLevelScope.parse("shop/web")).contains(new PodLevelScope.Part("shop", "web"));
        assertThat(List.of("", "/", "shop/", "/web", "a/b/c"))
                .allMatch(text -> PodLevelScope.parse(text).isEmpty());
    }

    private static SampleCluster random(long seed) {
        var random = new Random(seed);
        var nodes = 2 + random.nextInt(3);
        var cluster = new SampleCluster().namespace("default");
        for (var i = 0; i < nodes; i++) cluster.node("n" + i, "" + (2 + random.nextInt(5)), "16Gi");
        var used = new int[nodes];
        for (var i = 0; i < 6; i++) {
            var size = 1 + random.nextInt(3);
            var node = random.nextInt(nodes);
            if (used[node] + size > 2) continue;
            used[node] += size;
            cluster.deployment("default", "app" + i, requests("" + size, "1Gi"), "n" + node);
        }
        return cluster;
    }

    /** The smallest number of nodes that hold all pods, found by trying every set of nodes and every way to fill them. */
    private static int fewest(List<Long> nodes, List<Long> pods) {
        return IntStream.range(0, 1 << nodes.size())
                .filter(set -> fits(
                        IntStream.range(0, nodes.size())
                                .mapToLong(i -> (set & 1 << i) == 0 ? 0 : nodes.get(i))
                                .toArray(),
                        pods,
                        0))
                .map(Integer::bitCount)
                .min()
                .orElseThrow();
    }

    private static boolean fits(long[] free, List<Long> pods, int next) {
        if (next == pods.size()) return true;
        for (var i = 0; i < free.length; i++) {
            if (free[i] < pods.get(next)) continue;
            free[i] -= pods.get(next);
            var all = fits(free, pods, next + 1);
            free[i] += pods.get(next);
            if (all) return true;
        }
        return false;
    }

    @Test
    @DisplayName("no pod is lost, no node is overfull, and the lower bound holds")
    void betweenTheBounds() {
        var saved = 0;
        for (var seed = 0; seed < 200; seed++) {
            var cluster = random(seed);
            var result = run(cluster.snapshot(), CONSOLIDATE);
            var before = result.after().capacity();
            var nodes = before.nodes();
            for (var level : result.consolidations()) {
                var outcome = level.outcome();
                var about = "seed " + seed + ", " + level.level();
                assertThat(outcome.capacity().nodes()).as(about).hasSize(outcome.needed());
                assertThat(outcome.capacity().pods()).as(about).isEqualTo(before.pods());
                assertThat(outcome.capacity().requestedMilliCpu()).as(about).isEqualTo(before.requestedMilliCpu());
                assertThat(outcome.capacity().nodes())
                        .as(about)
                        .allMatch(node ->
                                node.requestedMilliCpu() <= node.milliCpu() && node.requestedMemory() <= node.memory());
                assertThat(outcome.drained().size() + outcome.kept().size())
                        .as(about)
                        .isEqualTo(nodes.size());
                assertThat(outcome.lowerBound()).as(about).isLessThanOrEqualTo(outcome.needed());
                saved += outcome.drained().size();
            }
        }
        assertThat(saved).isPositive();
    }

    @Test
    @DisplayName("the best packing, found by trying all, is between the lower bound and what is needed")
    void lowerBound() {
        var tight = 0;
        for (var seed = 0; seed < 200; seed++) {
            var sizes = new ArrayList<Long>();
            var random = new Random(seed);
            var nodes = 2 + random.nextInt(3);
            var capacity = new ArrayList<Long>();
            var cluster = new SampleCluster().namespace("default");
            for (var i = 0; i < nodes; i++) {
                var cpu = 3 + random.nextInt(5);
                capacity.add((long) cpu);
                cluster.node("n" + i, "" + cpu, "64Gi");
            }
            for (var i = 0; i < nodes; i++) {
                var size = 1 + random.nextInt(3);
                sizes.add((long) size);
                cluster.deployment("default", "app" + i, requests("" + size, "1Gi"), "n" + i);
            }
            var outcome = containers(cluster).outcome();
            var best = fewest(capacity, sizes);
            assertThat(outcome.lowerBound()).as("seed " + seed).isLessThanOrEqualTo(best);
            assertThat(outcome.needed()).as("seed " + seed).isGreaterThanOrEqualTo(best);
            if (outcome.lowerBound() == best) tight++;
        }
        assertThat(tight).isGreaterThan(100);
    }

    @Test
    @DisplayName("a hundred shuffled inputs give the same bytes in every form")
    void shuffled() {
        var cluster = threeNodes()
                .deployment("default", "web", requests("500m", "1Gi"), "n1", "n2", "n3")
                .deployment("default", "api", requests("250m", "2Gi"), "n3", "n1")
                .pod("alone", "n2", 5, requests("1", "1Gi"))
                .budget("web", "web", 1);
        var texts = new HashSet<String>();
        for (var seed = 0; seed < 100; seed++) {
            var snapshot = cluster.shuffled(seed);
            var result = run(snapshot, CONSOLIDATE.withPodLevel(PodLevelScope.ALL));
            var report =
                    new SimulationReport(snapshot.header(), result, Set.of(SimulationReport.Condition.unscheduled));
            texts.add(SimulationDocument.of(report)
                    + new SimulationTable(Paint.PLAIN, 0).of(report)
                    + new SimulationMarkdown(0).of(report)
                    + SimulationSuite.of(report)
                    + SimulationPage.of(report));
        }
        assertThat(texts).hasSize(1);
        assertThat(texts.iterator().next()).contains("neededNodes", "CONSOLIDATION", "At pod level");
    }
}
