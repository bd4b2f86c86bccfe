package dev.plimsoll.cluster;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.Surroundings;
import dev.plimsoll.nodeagent.api.NodeClients;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.eviction.MemoryThreshold;
import dev.plimsoll.nodeagent.http.KubeletConfiguration;
import dev.plimsoll.nodeagent.http.NodeServer;
import dev.plimsoll.nodeagent.http.ReviewedAccess;
import dev.plimsoll.nodeagent.metrics.AgentMetrics;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.nodeagent.simulated.SimulatedRuntime;
import dev.plimsoll.nodeagent.usage.UsageFeed;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** All simulated nodes of a cluster, and the one port at which they serve logs, metrics and the rest. */
final class SimulatedGroups implements AutoCloseable {
    private final Surroundings around;
    private final NodeServer server;
    private @Nullable SimulatedNodes nodes;

    private SimulatedGroups(Surroundings around, NodeServer server) {
        this.around = around;
        this.server = server;
    }

    /**
     * Starts them.
     *
     * @param client that follows the pods of all nodes and asks who may see what they serve
     * @param clients with which each node writes
     * @param server bound already, so that nodes can tell where they serve
     * @param files where their checkpoints are kept
     */
    static SimulatedGroups start(
            ClusterPlan plan,
            ApiClient client,
            NodeClients clients,
            NodeServer server,
            NodeFiles files,
            Listeners.OfNodes told) {
        var around = Surroundings.of(
                client, clients, new AgentMetrics(new PrometheusRegistry()), plan.time(), new SecureRandom(), told);
        var all = new SimulatedGroups(around, server);
        try {
            var plans = plan.nodes().stream()
                    .map(group -> planned(group, plan.gates(), files, server.port()))
                    .toList();
            all.nodes = SimulatedNodes.start(plans, around, told, usageWindow(plan.autoscalerSpeed()));
            all.serve(plan.gates());
            return all;
        } catch (RuntimeException e) {
            all.close();
            throw e;
        }
    }

    /** An autoscaler in a hurry wants samples more often; their times are told in whole seconds. */
    private static Duration usageWindow(double speed) {
        var hurried = Duration.ofMillis((long) (UsageFeed.WINDOW.toMillis() / Math.max(1, speed)));
        return hurried.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : hurried;
    }

    private static SimulatedNodes.Plan planned(NodeGroup group, FeatureGates gates, NodeFiles files, int port) {
        var pinning = group.pinningOrNull();
        var versions = new NodeDocument.Versions(
                "v1.37.0-plimsoll",
                "simulated://0.1.0",
                "",
                "Plimsoll",
                UUID.randomUUID().toString());
        return new SimulatedNodes.Plan(
                group.shapes(gates, "127.0.0.1", port),
                gates,
                pinning,
                name -> files.of(name, pinning),
                versions,
                group.evictionHard());
    }

    private void serve(FeatureGates gates) {
        server.serve(
                new ReviewedAccess(around.client(), around.time()::instant),
                NodeServer.Scope.ALL,
                new NodeServer.Content(
                        agents(),
                        around.client(),
                        around.metrics().registry(),
                        KubeletConfiguration.of(gates, null, MemoryThreshold.usual(), 110),
                        gates.isOn(Gate.KUBELET_ALLOCATED_PODS_ENDPOINT),
                        around.time()::instant));
    }

    Map<String, NodeAgent> agents() {
        return nodes == null ? Map.of() : nodes.agents();
    }

    /** The runtime of a node, to make things go wrong in it. */
    SimulatedRuntime runtime(String node) {
        return started().runtime(node);
    }

    void stop(String node) {
        started().stop(node);
    }

    void start(String node) {
        started().start(node);
    }

    private SimulatedNodes started() {
        if (nodes == null) throw new IllegalStateException("the nodes have not started");
        return nodes;
    }

    @Override
    public void close() {
        server.close();
        if (nodes != null) nodes.close();
        around.close();
    }
}
