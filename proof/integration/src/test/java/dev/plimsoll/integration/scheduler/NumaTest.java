package dev.plimsoll.integration.scheduler;

import static dev.plimsoll.integration.scheduler.TestCluster.done;
import static dev.plimsoll.integration.scheduler.TestCluster.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.Selection;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.codec.view.PlacementNodeReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.placement.view.NumaZones;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.KubeletSettings;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.nodeagent.NodeShapes;
import dev.plimsoll.nodeagent.Reporter;
import dev.plimsoll.nodeagent.Surroundings;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.FileCheckpoints;
import dev.plimsoll.nodeagent.metrics.AgentMetrics;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.scheduler.Settings;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node that publishes what its NUMA nodes have free, and a scheduler that reads it. */
@Timeout(120)
class NumaTest {
    private static final String NODE = "node-0";

    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        cluster.close();
        assertThat(cluster.defects).isEmpty();
    }

    /** Two NUMA nodes of 8 CPUs, one CPU kept; what a container gets must come from one of them. */
    private static Pinning pinning() {
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of("1"), Map.of())
                .withAlignment("single-numa-node", "container", Map.of());
        return switch (Pinning.configure(
                MachineNotation.literal("2s2n8c1t,memory=16Gi"), settings, FeatureGates.DEFAULT)) {
            case Pinning.Configured.Ready(var pinning) -> pinning;
            case Pinning.Configured.Refused(var reasons) -> throw new AssertionError(reasons);
        };
    }

    private final class Running implements AutoCloseable, Reporter, Observer {
        private final Surroundings around;
        private final SimulatedNodes nodes;

        Running(Path folder) {
            var pinning = pinning();
            around = Surroundings.of(
                    cluster.client, new AgentMetrics(new PrometheusRegistry()), Time.system(), new Random(1), this);
            var shapes = NodeShapes.of(
                    "node", 1, pinning.machine(), ResourceAmounts.parse("cpu=1"), 110, FeatureGates.DEFAULT);
            nodes = SimulatedNodes.start(
                    new SimulatedNodes.Plan(
                            shapes,
                            FeatureGates.DEFAULT,
                            pinning,
                            name -> new FileCheckpoints(folder.resolve(name), pinning, InstantSource.system()),
                            new NodeDocument.Versions("v1.37.0", "simulated://1", "", "", "boot")),
                    around,
                    this);
        }

        @Override
        public void tell(String problem) {
            cluster.told.add(problem);
        }

        @Override
        public void defect(String where, RuntimeException exception) {
            cluster.defects.add(new IllegalStateException(where, exception));
        }

        @Override
        public void unreadable(ObjectName name, String why) {
            cluster.defects.add(new IllegalStateException(name + ": " + why));
        }

        @Override
        public void trouble(ApiResource resource, String problem) {
            cluster.told.add(resource + ": " + problem);
        }

        @Override
        public void defect(RuntimeException exception) {
            cluster.defects.add(exception);
        }

        @Override
        public void close() {
            nodes.close();
            around.close();
        }
    }

    private static NumaZones zones(JsonNode node) {
        return switch (PlacementNodeReader.node(node)) {
            case Read.Ok<PlacementNode>(var view) -> view.zones();
            case Read.Malformed<PlacementNode>(var problems) -> throw new AssertionError(problems);
        };
    }

    private static List<Long> free(JsonNode node) {
        return zones(node).zones().stream()
                .map(NumaZones.Zone::freeCpus)
                .sorted()
                .toList();
    }

    private JsonNode awaitFree(long... cpus) throws IOException {
        var wanted = java.util.Arrays.stream(cpus).boxed().toList();
        return cluster.await(
                ApiResource.NODES, Selection.ALL, node -> free(node).equals(wanted));
    }

    private void createGuaranteed(String name, int cpus) {
        cluster.create(json("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%s"},"spec":{
                "terminationGracePeriodSeconds":0,"containers":[{"name":"c","image":"i","resources":{
                "requests":{"cpu":"%d","memory":"1Gi"},"limits":{"cpu":"%d","memory":"1Gi"}}}]}}""".formatted(name, cpus, cpus)));
    }

    private void awaitRunning(String name) throws IOException {
        var pod = cluster.await(
                name,
                each -> !List.of("", "Pending")
                        .contains(each.at("/status/phase").asText()));
        assertThat(pod.at("/status/phase").asText())
                .as(pod.at("/status/reason").asText())
                .isEqualTo("Running");
    }

    @Test
    @DisplayName("a pod that no NUMA node has room for is not sent, though the node has; it is when a NUMA node has")
    void publishedAndRead(@TempDir Path folder) throws IOException {
        try (var _ = new Running(folder)) {
            var node = awaitFree(7, 8);
            assertThat(zones(node).alignment()).isEqualTo(NumaZones.Alignment.SINGLE_NUMA_NODE);
            // Nobody here looks after nodes: a new one stays tainted until somebody finds it ready.
            done(cluster.client.patch(
                    ApiResource.NODES,
                    ObjectName.ofCluster(NODE),
                    new Patch.Merge(json("{\"spec\":{\"taints\":null}}"))));
            cluster.scheduler(Settings.ALONE.withNumaAlignment());
            createGuaranteed("a", 5);
            awaitRunning("a");
            cluster.await(ApiResource.NODES, Selection.ALL, each -> sum(free(each)) == 10);
            createGuaranteed("b", 5);
            awaitRunning("b");
            awaitFree(2, 3);
            // Five are left of the node's CPUs, but no four of them on one NUMA node.
            createGuaranteed("c", 4);
            assertThat(cluster.awaitRefusal("c"))
                    .startsWith(
                            "0/1 nodes are available: 1 node(s) could not align the pod's resources to NUMA nodes.");
            done(cluster.client.delete(ApiResource.PODS, new ObjectName("default", "a"), DeleteOptions.DEFAULT));
            awaitRunning("c");
            assertThat(cluster.pods())
                    .noneMatch(pod -> pod.at("/status/phase").asText().equals("Failed"));
        }
    }

    private static long sum(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).sum();
    }
}
