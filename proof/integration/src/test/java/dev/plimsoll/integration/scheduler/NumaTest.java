package dev.plimsoll.integration.scheduler;

import static dev.plimsoll.integration.scheduler.TestCluster.done;
import static dev.plimsoll.integration.scheduler.TestCluster.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.codec.view.PlacementNodeReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.placement.view.NumaZones;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.core.topology.policy.TopologyManagerPolicy;
import dev.plimsoll.integration.ReportedDefects;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.FileCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.scheduler.SchedulerSettings;
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
    private static ResourceManagers resourceManagers() {
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of("1"), Map.of())
                .withAlignment("single-numa-node", "container", Map.of());
        return switch (ResourceManagers.configure(
                MachineNotation.literal("2s2n8c1t,memory=16Gi"), settings, FeatureGates.DEFAULT)) {
            case ResourceManagers.Configured.Ready(var resourceManagers) -> resourceManagers;
            case ResourceManagers.Configured.Refused(var reasons) -> throw new AssertionError(reasons);
        };
    }

    private final class Running implements AutoCloseable {
        private final ReportedDefects reporter = new ReportedDefects(cluster.told::add, cluster.defects::add);
        private final NodeContext around;
        private final SimulatedNodes nodes;

        Running(Path folder, ResourceManagers resourceManagers) {
            around = NodeContext.of(new ProgramContext(Time.system(), new Random(1), reporter), cluster.client);
            var shapes = NodeShapes.of(
                    "node",
                    1,
                    resourceManagers.machine(),
                    ResourceAmounts.parse("cpu=1"),
                    110,
                    resourceManagers.gates());
            nodes = SimulatedNodes.start(
                    new SimulatedNodes.Plan(
                            shapes,
                            resourceManagers.gates(),
                            resourceManagers,
                            name -> new FileCheckpoints(folder.resolve(name), InstantSource.system()),
                            new NodeDocument.Versions("v1.37.0", "simulated://1", "", "", "boot")),
                    around,
                    reporter);
        }

        @Override
        public void close() {
            nodes.close();
            around.close();
        }
    }

    private static NumaZones zones(JsonNode node) {
        return switch (new PlacementNodeReader(true).node(node)) {
            case Read.Ok<PlacementNode>(var view) -> view.zones();
            case Read.Malformed<PlacementNode>(var problems) -> throw new AssertionError(problems);
        };
    }

    private static List<Long> free(JsonNode node) {
        return zones(node).zones().stream()
                .map(zone -> zone.milliCpu() / 1000)
                .sorted()
                .toList();
    }

    private JsonNode awaitFree(long... cpus) throws IOException {
        var wanted = java.util.Arrays.stream(cpus).boxed().toList();
        return cluster.await(
                ApiResource.NODES, ObjectSelection.ALL, node -> free(node).equals(wanted));
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
        try (var _ = new Running(folder, resourceManagers())) {
            var node = awaitFree(7, 8);
            assertThat(zones(node).alignment()).isEqualTo(TopologyManagerPolicy.SINGLE_NUMA_NODE);
            untaint();
            cluster.scheduler(SchedulerSettings.ALONE.withNumaAlignment());
            createGuaranteed("a", 5);
            awaitRunning("a");
            cluster.await(ApiResource.NODES, ObjectSelection.ALL, each -> sum(free(each)) == 10);
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

    /** Nobody here looks after nodes: a new one stays tainted until somebody finds it ready. */
    private void untaint() {
        done(cluster.client.patch(
                ApiResource.NODES, ObjectName.ofCluster(NODE), new Patch.Merge(json("{\"spec\":{\"taints\":null}}"))));
    }

    /** Two NUMA nodes of 16 CPUs, two CPUs kept; a whole pod must come from one of them. */
    private static ResourceManagers wholePods(FeatureGates gates) {
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of("2"), Map.of())
                .withAlignment("single-numa-node", "pod", Map.of());
        return switch (ResourceManagers.configure(MachineNotation.literal("2s2n8c2t,memory=16Gi"), settings, gates)) {
            case ResourceManagers.Configured.Ready(var resourceManagers) -> resourceManagers;
            case ResourceManagers.Configured.Refused(var reasons) -> throw new AssertionError(reasons);
        };
    }

    private void createPodLevel(String name, int cpus) {
        cluster.create(json("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%s"},"spec":{
                "terminationGracePeriodSeconds":0,"resources":{"requests":{"cpu":"%d","memory":"1Gi"},
                "limits":{"cpu":"%d","memory":"1Gi"}},"containers":[{"name":"c","image":"i"}]}}""".formatted(name, cpus, cpus)));
    }

    @Test
    @DisplayName("pods with only pod-level resources that come all at once are bound to no node that would refuse them")
    void podLevelOnly(@TempDir Path folder) throws IOException {
        var gates = FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCE_MANAGERS, true);
        try (var _ = new Running(folder, wholePods(gates))) {
            awaitFree(14, 16);
            untaint();
            cluster.scheduler(SchedulerSettings.ALONE.withNumaAlignment().withGates(gates));
            var names = List.of("a", "b", "c", "d", "e");
            for (var name : names) createPodLevel(name, 10);
            awaitFree(4, 6);
            var waiting = cluster.pods().stream()
                    .filter(pod -> pod.at("/spec/nodeName").asText().isEmpty())
                    .map(pod -> pod.at("/metadata/name").asText())
                    .toList();
            assertThat(waiting)
                    .as("30 CPUs are free in all, but each NUMA node has room for one")
                    .hasSize(3);
            for (var name : waiting) {
                assertThat(cluster.awaitRefusal(name)).startsWith("0/1 nodes are available: 1 node(s) ");
            }
            for (var name : names) if (!waiting.contains(name)) awaitRunning(name);
            assertThat(cluster.pods())
                    .noneMatch(pod -> pod.at("/status/phase").asText().equals("Failed"));
        }
    }

    @Test
    @DisplayName("where the gate is off on the node, pod-level resources pin nothing and keep no pod away")
    void podLevelOnlyWithTheGateOff(@TempDir Path folder) throws IOException {
        try (var _ = new Running(folder, wholePods(FeatureGates.DEFAULT))) {
            awaitFree(14, 16);
            untaint();
            cluster.scheduler(SchedulerSettings.ALONE.withNumaAlignment());
            createPodLevel("a", 20);
            awaitRunning("a");
        }
    }

    private static long sum(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).sum();
    }
}
