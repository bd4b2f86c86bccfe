package dev.plimsoll.integration.scheduler;

import static dev.plimsoll.integration.scheduler.TestCluster.done;
import static dev.plimsoll.integration.scheduler.TestCluster.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.integration.ReportedDefects;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.shape.NodeResources;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.scheduler.SchedulerSettings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A simulated node and a scheduler that fills it: what the node shows as allocatable is what it gives. */
@Timeout(120)
class AllocatableTest {
    private static final String NODE = "node-0";

    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        cluster.close();
        assertThat(cluster.defects).isEmpty();
    }

    private final class Running implements AutoCloseable {
        private final ReportedDefects reporter = new ReportedDefects(cluster.told::add, cluster.defects::add);
        private final NodeContext around;
        private final SimulatedNodes nodes;

        Running(NodeResources resources) throws IOException {
            around = NodeContext.of(new ProgramContext(Time.system(), new Random(1), reporter), cluster.client);
            nodes = SimulatedNodes.start(
                    new SimulatedNodes.Plan(
                            NodeShapes.of("node", 1, resources, FeatureGates.DEFAULT),
                            FeatureGates.DEFAULT,
                            resources.resourceManagersOrNull(),
                            _ -> NodeCheckpoints.inMemory(),
                            new NodeDocument.Versions("v1.37.0", "simulated://1", "", "", "boot"),
                            resources.evictionHard()),
                    around,
                    reporter);
            cluster.await(ApiResource.NODES, ObjectSelection.ALL, _ -> true);
            // Nobody here looks after nodes: a new one stays tainted until somebody finds it ready.
            done(cluster.client.patch(
                    ApiResource.NODES,
                    ObjectName.ofCluster(NODE),
                    new Patch.Merge(json("{\"spec\":{\"taints\":null}}"))));
            cluster.scheduler(SchedulerSettings.ALONE);
        }

        @Override
        public void close() {
            nodes.close();
            around.close();
        }
    }

    private static Machine machine(String notation) {
        return MachineNotation.literal(notation);
    }

    private void create(String name, String amounts, String... simulation) {
        var pod = json("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%s","annotations":{}},"spec":{
                "terminationGracePeriodSeconds":0,"containers":[{"name":"c","image":"i","resources":{
                "requests":{%s},"limits":{%s}}}]}}""".formatted(name, amounts, amounts));
        for (var i = 0; i < simulation.length; i += 2)
            pod.withObject("/metadata/annotations").put("simulation.plimsoll.dev/" + simulation[i], simulation[i + 1]);
        cluster.create(pod);
    }

    private static Predicate<JsonNode> isIn(String phase) {
        return pod -> pod.at("/status/phase").asText().equals(phase);
    }

    @Test
    @DisplayName(
            "of 32 CPUs with one reserved 31 are allocatable: 31 pods of one CPU run, the next waits, none is refused by its node")
    void reservedCpusAreNotPromised() throws IOException {
        var machine = machine("2s2n8c2t,memory=16Gi");
        var settings = KubeletSettings.DEFAULT.withStaticCpus(Quantity.of("1"), Map.of());
        var resourceManagers = ((ResourceManagers.Configured.Ready)
                        ResourceManagers.configure(machine, settings, FeatureGates.DEFAULT))
                .resourceManagers();
        try (var _ = new Running(NodeResources.of(machine).pinnedBy(resourceManagers))) {
            var node = done(cluster.client.get(ApiResource.NODES, ObjectName.ofCluster(NODE)));
            assertThat(node.at("/status/capacity/cpu").asText()).isEqualTo("32");
            assertThat(node.at("/status/allocatable/cpu").asText()).isEqualTo("31");
            for (var i = 0; i < 31; i++) create("p-" + i, "\"cpu\":\"1\",\"memory\":\"64Mi\"");
            for (var i = 0; i < 31; i++) cluster.await("p-" + i, isIn("Running").or(isIn("Failed")));
            create("last", "\"cpu\":\"1\",\"memory\":\"64Mi\"");
            assertThat(cluster.awaitRefusal("last")).contains("1 Insufficient cpu");
            assertThat(cluster.pods()).noneMatch(isIn("Failed"));
        }
    }

    @Test
    @DisplayName("the groups of a cluster reserve the same CPUs")
    void groupsReserveToo() {
        var machine = machine("2s2n8c2t,memory=16Gi");
        var settings = KubeletSettings.DEFAULT.withStaticCpus(Quantity.of("2"), Map.of());
        var resourceManagers = ((ResourceManagers.Configured.Ready)
                        ResourceManagers.configure(machine, settings, FeatureGates.DEFAULT))
                .resourceManagers();
        assertThat(NodeGroup.of("n", 1, machine)
                        .pinnedBy(resourceManagers)
                        .resources()
                        .allocatable()
                        .amounts())
                .isEqualTo(NodeResources.of(machine)
                        .pinnedBy(resourceManagers)
                        .allocatable()
                        .amounts());
    }

    @Test
    @DisplayName("ephemeral storage is shown, scheduled by and admitted; what eviction keeps free is not given")
    void storageIsScheduled() throws IOException {
        var resources = NodeResources.of(machine("1s1n8c1t,memory=16Gi")).withStorage(10L << 30);
        try (var _ = new Running(resources)) {
            var node = done(cluster.client.get(ApiResource.NODES, ObjectName.ofCluster(NODE)));
            assertThat(node.at("/status/capacity/ephemeral-storage").asText()).isEqualTo("10Gi");
            assertThat(node.at("/status/allocatable/ephemeral-storage").asText())
                    .isEqualTo("9Gi");
            create("a", "\"ephemeral-storage\":\"5Gi\"");
            cluster.await("a", isIn("Running"));
            create("b", "\"ephemeral-storage\":\"5Gi\"");
            assertThat(cluster.awaitRefusal("b")).contains("1 Insufficient ephemeral-storage");
            create("c", "\"ephemeral-storage\":\"4Gi\"");
            cluster.await("c", isIn("Running"));
            // A pod that names its node passes no scheduler: the node itself says no.
            var pod = json("""
                    {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"d"},"spec":{"nodeName":"node-0",
                    "containers":[{"name":"c","image":"i","resources":{"requests":{"ephemeral-storage":"1Mi"}}}]}}""");
            cluster.create(pod);
            var refused = cluster.await("d", isIn("Failed"));
            assertThat(refused.at("/status/reason").asText()).isEqualTo("OutOfephemeral-storage");
            assertThat(refused.at("/status/message").asText())
                    .contains("Node didn't have enough resource: ephemeral-storage, requested: 1048576, used: "
                            + (9L << 30) + ", capacity: " + (9L << 30));
        }
    }

    @Test
    @DisplayName("a pod that writes more than its limit is evicted, and what it held is free")
    void storageLimitsEvict() throws IOException {
        var resources = NodeResources.of(machine("1s1n8c1t,memory=16Gi"))
                .withStorage(10L << 30)
                .evictingBelow(EvictionHard.OFF);
        try (var _ = new Running(resources)) {
            create("writer", "\"ephemeral-storage\":\"8Gi\"", "storage.c", "constant 9Gi");
            cluster.await("writer", isIn("Running").or(isIn("Failed")));
            create("waits", "\"ephemeral-storage\":\"8Gi\"");
            var evicted = cluster.await("writer", isIn("Failed"));
            assertThat(evicted.at("/status/reason").asText()).isEqualTo("Evicted");
            assertThat(evicted.at("/status/message").asText())
                    .isEqualTo("Pod ephemeral local storage usage exceeds the total limit of containers 8Gi. ");
            assertThat(List.of(evicted.at("/status/conditions").toString()))
                    .noneMatch(text -> text.contains("DisruptionTarget"));
            cluster.await("waits", isIn("Running"));
        }
    }
}
