package dev.plimsoll.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.simulate.cluster.RequestedChanges;
import dev.plimsoll.cli.simulate.cluster.Simulation;
import dev.plimsoll.cli.simulate.cluster.SimulationOptions;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.prediction.PodOutcome;
import dev.plimsoll.core.prediction.PredictionSettings;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.fakes.client.Observed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A cluster that runs places pods, one after the other, and is recorded. Each pod is taken out of the recording, with those that came after
 * it, and placed again: it comes to the same node, unless several were equally good, and waits if it did.
 *
 * <p>{@code -Dplimsoll.truth.clusters=N} sets the number of random clusters, {@code -Dplimsoll.seed=N} the first one.
 */
// Acceptance of simulate: scheduling, truth-places
@Timeout(1800)
class PlacedAgainTest {
    private static final int CLUSTERS = Integer.getInteger("plimsoll.truth.clusters", 3);
    private static final long SEED = Long.getLong("plimsoll.seed", 7);
    private static final int PODS = 24;
    private static final List<String> SIZES = List.of("100m", "300m", "500m", "900m", "1500m");

    private int same;
    private int waiting;

    @Test
    @DisplayName("pods that are taken out of a recorded cluster are placed again where they were")
    void placedAgain() throws Exception {
        for (var i = 0; i < CLUSTERS; i++) cluster(SEED + i);
        assertThat(same).as("places without a tie").isGreaterThan(CLUSTERS * PODS / 4);
        assertThat(waiting).as("pods that wait").isPositive();
    }

    private void cluster(long seed) throws Exception {
        var random = new Random(seed);
        var nodes = List.of(
                NodeGroup.of("small", 1 + random.nextInt(2), MachineNotation.literal("1s1n2c1t,memory=4Gi")),
                NodeGroup.of("large", 1 + random.nextInt(2), MachineNotation.literal("1s1n4c1t,memory=8Gi")));
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(nodes).withAutoscalerSpeed(0), ClusterLog.SILENT);
                var pods = new Observed(cluster.client(), ApiResource.PODS)) {
            for (var group : nodes)
                for (var i = 0; i < group.count(); i++) occupy(cluster.client(), pods, group.prefix() + "-" + i);
            for (var i = 0; i < PODS; i++) create(cluster.client(), pods, name(i), random);
            var recorded = RecordedCluster.of(cluster.client());
            for (var i = 0; i < PODS; i++) check(recorded, i, "seed " + seed + ", " + name(i));
        }
    }

    private static String name(int index) {
        return "pod-%02d".formatted(index);
    }

    /** A pod that can be nowhere else: once it runs, the scheduler knows the node. */
    private static void occupy(ApiClient client, Observed pods, String node) throws InterruptedException {
        var name = "known-" + node;
        var pod = SampleCluster.json("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%s"},"spec":{
                "nodeSelector":{"kubernetes.io/hostname":"%s"},"containers":[{"name":"app","image":"i",
                "resources":{"requests":{"cpu":"1m","memory":"1Mi"}}}]}}""".formatted(name, node));
        assertThat(client.create(ApiResource.PODS, pod).problem()).as(name).isEmpty();
        pods.await(
                name + " runs",
                each -> each.at("/metadata/name").asText().equals(name) && is(each, "Ready", "status", "True"));
    }

    private static void create(ApiClient client, Observed pods, String name, Random random)
            throws InterruptedException {
        var app = "app" + random.nextInt(3);
        var term = switch (random.nextInt(4)) {
            case 0 -> """
                    "topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"kubernetes.io/hostname",
                    "whenUnsatisfiable":"ScheduleAnyway","labelSelector":{"matchLabels":{"app":"%s"}}}],""";
            case 1 -> """
                    "affinity":{"podAntiAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":50,
                    "podAffinityTerm":{"topologyKey":"kubernetes.io/hostname","labelSelector":{"matchLabels":{"app":"%s"}}}}]}},""";
            default -> "";
        };
        var pod = SampleCluster.json("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%s","labels":{"app":"%s"}},"spec":{%s
                "containers":[{"name":"app","image":"i","resources":{"requests":{"cpu":"%s","memory":"%dMi"}}}]}}""".formatted(
                name, app, term.formatted(app), SIZES.get(random.nextInt(SIZES.size())), 64 << random.nextInt(4)));
        assertThat(client.create(ApiResource.PODS, pod).problem()).as(name).isEmpty();
        pods.await(
                name + " runs or waits",
                each -> each.at("/metadata/name").asText().equals(name)
                        && (is(each, "Ready", "status", "True")
                                || is(each, "PodScheduled", "reason", "Unschedulable")));
    }

    private static boolean is(JsonNode pod, String type, String member, String value) {
        for (var condition : pod.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type))
                return condition.path(member).asText().equals(value);
        }
        return false;
    }

    private void check(RecordedCluster recorded, int index, String about) {
        var documents = new ArrayList<ObjectNode>();
        var node = "";
        for (var document : recorded.documents()) {
            var name = document.at("/metadata/name").asText();
            var order = document.path("kind").asText().equals("Pod") ? name.compareTo(name(index)) : -1;
            if (order < 0) documents.add(document);
            if (order != 0) continue;
            node = document.at("/spec/nodeName").asText();
            var taken = document.deepCopy();
            ((ObjectNode) taken.path("spec")).remove("nodeName");
            taken.putObject("status").put("phase", "Pending");
            documents.add(taken);
        }
        var snapshot = SampleCluster.snapshot(documents, recorded.taken());
        var said = new Simulation(snapshot, PredictionSettings.DEFAULT)
                .run(RequestedChanges.NONE, SimulationOptions.DEFAULT);
        assertThat(said.problems()).as(about).isEmpty();
        var ending = said.after().pods().stream()
                .filter(fate -> fate.name().equals(name(index)))
                .findFirst()
                .orElseThrow()
                .ending();
        switch (ending) {
            case PodOutcome.Placed placed
            when placed.tied() > 1 -> assertThat(node).as(about).isNotEmpty();
            case PodOutcome.Placed placed -> {
                assertThat(placed.node()).as(about).isEqualTo(node);
                same++;
            }
            case PodOutcome.Waits _ -> {
                assertThat(node).as(about).isEmpty();
                waiting++;
            }
            case PodOutcome.Stays _, PodOutcome.Refused _, PodOutcome.Gone _, PodOutcome.Unknown _ ->
                throw new AssertionError(about + ": " + ending);
        }
    }
}
