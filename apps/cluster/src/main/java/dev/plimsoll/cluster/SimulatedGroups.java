package dev.plimsoll.cluster;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.api.NodeClients;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.http.KubeletConfiguration;
import dev.plimsoll.nodeagent.http.NodeServer;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.nodeagent.simulated.SimulatedRuntime;
import dev.plimsoll.nodeagent.usage.UsageFeed;
import dev.plimsoll.podresources.PodResourcesServer;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.runtime.access.ReviewedAccess;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** All simulated nodes of a cluster, and the one port at which they serve logs, metrics and the rest. */
final class SimulatedGroups implements AutoCloseable {
    private final NodeContext around;
    private final NodeServer server;
    private final Deque<PodResourcesServer> sockets = new ArrayDeque<>();
    private @Nullable SimulatedNodes nodes;

    private SimulatedGroups(NodeContext around, NodeServer server) {
        this.around = around;
        this.server = server;
    }

    /**
     * Starts them.
     *
     * @param client that follows the pods of all nodes and asks who may see what they serve
     * @param clients with which each node writes
     * @param server bound already, so that nodes can tell where they serve
     * @param addresses at which it serves them
     * @param files where their checkpoints are kept
     */
    static SimulatedGroups start(
            ClusterPlan plan,
            ApiClient client,
            NodeClients clients,
            NodeServer server,
            NodeAddresses addresses,
            NodeFiles files,
            Reporter told) {
        var around = NodeContext.of(new ProgramContext(plan.time(), new SecureRandom(), told), client, clients);
        var all = new SimulatedGroups(around, server);
        try {
            var plans = new ArrayList<SimulatedNodes.Plan>();
            var first = 0;
            for (var group : plan.nodes()) {
                var shapes = served(group.shapes(plan.gates()), addresses, first, server.port());
                first += group.count();
                plans.add(planned(group, shapes, plan.gates(), files)
                        .withContainerRules(plan.containerRules())
                        .withManifests(plan.manifestsOrNull()));
            }
            all.nodes = SimulatedNodes.start(plans, around, told, usageWindow(plan.autoscalerSpeed()));
            all.serve(plan.gates());
            for (var group : plan.nodes()) all.servePodResources(group, plan.gates(), files, told);
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

    /** @param first the place of the first of them among all nodes */
    private static List<NodeShape> served(List<NodeShape> shapes, NodeAddresses addresses, int first, int port) {
        return IntStream.range(0, shapes.size())
                .mapToObj(i -> shapes.get(i).servedAt(addresses.text(first + i), port))
                .toList();
    }

    private static SimulatedNodes.Plan planned(
            NodeGroup group, List<NodeShape> shapes, FeatureGates gates, NodeFiles files) {
        var resourceManagers = group.resourceManagersOrNull();
        var versions = new NodeDocument.Versions(
                "v1.37.0-plimsoll",
                "simulated://0.1.0",
                "",
                "Plimsoll",
                UUID.randomUUID().toString());
        return new SimulatedNodes.Plan(shapes, gates, resourceManagers, files::of, versions, group.evictionHard());
    }

    private void serve(FeatureGates gates) {
        server.serve(
                ReviewedAccess.ofNode(around.client(), around.time()::instant),
                NodeServer.Scope.ALL,
                new NodeServer.Content(
                        agents(),
                        around.client(),
                        around.metrics().registry(),
                        KubeletConfiguration.of(gates, null, EvictionHard.DEFAULT, 110),
                        gates.isOn(Gate.KUBELET_ALLOCATED_PODS_ENDPOINT),
                        around.time()::instant));
    }

    /** Of nodes that pin something, where monitoring finds it on a kubelet too. A path that is too long for a socket is told of. */
    private void servePodResources(NodeGroup group, FeatureGates gates, NodeFiles files, Reporter told) {
        var resourceManagers = group.resourceManagersOrNull();
        if (resourceManagers == null) return;
        for (var shape : group.shapes(gates)) {
            var name = shape.name();
            var socket = files.podResources(name);
            if (socket.isEmpty() || !agents().containsKey(name)) continue;
            try {
                var assigned = new PodResourcesOfNode(() -> agents().get(name), gates, resourceManagers);
                sockets.push(PodResourcesServer.start(socket.get(), assigned, around.time()::nanos));
            } catch (IOException | RuntimeException e) {
                told.tell("node " + name + ": its pod resources are not served at " + socket.get() + ": "
                        + e.getMessage());
            }
        }
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
        while (!sockets.isEmpty()) sockets.pop().close();
        server.close();
        if (nodes != null) nodes.close();
        around.close();
    }
}
