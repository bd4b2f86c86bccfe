package dev.plimsoll.cluster;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.cri.HostNode;
import dev.plimsoll.nodeagent.http.KubeletConfiguration;
import dev.plimsoll.nodeagent.http.NodeServer;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.runtime.access.ReviewedAccess;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** This machine as a node of the cluster, with containers by its container runtime. */
final class RealNodePart implements AutoCloseable {
    private final NodeContext around;
    private final NodeServer server;
    private HostNode.Started.@Nullable Running running;

    private RealNodePart(NodeContext around, NodeServer server) {
        this.around = around;
        this.server = server;
    }

    /**
     * Starts it; a runtime that is not there is not waited for.
     *
     * @param server bound already, so that the node can tell where it serves
     * @throws IOException if the machine cannot be a node
     */
    static RealNodePart start(
            ClusterPlan.RealNode wanted,
            FeatureGates gates,
            Time time,
            ApiClient client,
            NodeServer server,
            Reporter told)
            throws IOException {
        var around = NodeContext.of(new ProgramContext(time, new SecureRandom(), told), client);
        var part = new RealNodePart(around, server);
        var host = new HostNode(
                wanted.options(), gates, wanted.managers(), shape -> shape.servedAt("127.0.0.1", server.port()));
        try {
            switch (host.start(around, told, new CountDownLatch(0))) {
                case HostNode.Started.Running started -> part.serve(started, gates, wanted);
                case HostNode.Started.Refused(var why) -> throw new IOException(why);
                case HostNode.Started.Stopped() ->
                    throw new IOException("no container runtime answers at "
                            + wanted.options().endpoint());
            }
            return part;
        } catch (InterruptedException e) {
            part.close();
            Thread.currentThread().interrupt();
            throw new IOException("the cluster is stopping", e);
        } catch (IOException | RuntimeException e) {
            part.close();
            throw e;
        }
    }

    private void serve(HostNode.Started.Running started, FeatureGates gates, ClusterPlan.RealNode wanted) {
        running = started;
        server.serve(
                ReviewedAccess.ofNode(around.client(), around.time()::instant),
                NodeServer.Scope.ALL,
                new NodeServer.Content(
                        agents(),
                        around.client(),
                        around.metrics().registry(),
                        KubeletConfiguration.of(
                                gates,
                                started.resourceManagers(),
                                wanted.options().evictionHard(),
                                wanted.options().pods()),
                        gates.isOn(Gate.KUBELET_ALLOCATED_PODS_ENDPOINT),
                        around.time()::instant));
    }

    Map<String, NodeAgent> agents() {
        if (running == null) return Map.of();
        var agent = running.node().agent();
        return Map.of(agent.shape().name(), agent);
    }

    @Override
    public void close() {
        server.close();
        if (running != null) running.close();
        around.close();
    }
}
