package dev.plimsoll.nodeagent.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.streams.HeldStreams;
import dev.plimsoll.nodeagent.streams.SessionServer;
import dev.plimsoll.runtime.access.Access;
import dev.plimsoll.runtime.http.HttpService;
import dev.plimsoll.runtime.http.ServingTls;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.jspecify.annotations.Nullable;

/**
 * Serves the nodes of a process on one port. A single node's pages are where a kubelet has them; of several, each has its own
 * below {@code /nodes/NAME}, and {@code /metrics} and {@code /healthz} speak for all. At an address that only one of them has, its pages are
 * where a kubelet has them too.
 */
public final class NodeServer implements AutoCloseable {
    private final HttpService service;

    private NodeServer(HttpService service) {
        this.service = service;
    }

    /**
     * What is served.
     *
     * @param nodes by name; may change while they are served
     * @param configuration the effective KubeletConfiguration
     * @param idle how long nothing may come or go in a session; zero is for ever
     */
    public record Content(
            Map<String, NodeAgent> nodes,
            ApiClient client,
            PrometheusRegistry registry,
            ObjectNode configuration,
            boolean servesAllocatedPods,
            InstantSource clock,
            Duration idle) {
        /** With the usual time for sessions that say nothing. */
        public Content(
                Map<String, NodeAgent> nodes,
                ApiClient client,
                PrometheusRegistry registry,
                ObjectNode configuration,
                boolean servesAllocatedPods,
                InstantSource clock) {
            this(nodes, client, registry, configuration, servesAllocatedPods, clock, SessionServer.USUAL_IDLE);
        }
    }

    /** How much of it. */
    public enum Scope {
        ALL,
        /** {@code /healthz}, {@code /pods}, {@code /stats} and {@code /metrics}. */
        READ_ONLY,
        HEALTH;

        boolean has(String path) {
            var first = path.split("/", -1)[1];
            return switch (this) {
                case ALL -> true;
                case READ_ONLY -> List.of("healthz", "pods", "stats", "metrics").contains(first);
                case HEALTH -> first.equals("healthz");
            };
        }
    }

    /**
     * Begins to serve.
     *
     * @param tlsOrNull null to serve without it
     */
    public static NodeServer start(
            InetSocketAddress address, @Nullable ServingTls tlsOrNull, Access access, Scope scope, Content content)
            throws IOException {
        var server = bound(address, tlsOrNull);
        server.serve(access, scope, content);
        return server;
    }

    /** Takes an address, so that nodes can tell the API of it, and answers nobody yet. */
    public static NodeServer bound(InetSocketAddress address, @Nullable ServingTls tlsOrNull) throws IOException {
        return new NodeServer(HttpService.bound("node-http", address, tlsOrNull));
    }

    /** Takes a port that is free at all of these addresses. */
    public static NodeServer bound(List<InetAddress> addresses, @Nullable ServingTls tlsOrNull) throws IOException {
        return new NodeServer(HttpService.bound("node-http", addresses, tlsOrNull));
    }

    public void serve(Access access, Scope scope, Content content) {
        var sockets = ServerWebSocketContainer.ensure(service.server());
        var sessions = scope == Scope.ALL
                ? new SessionPages(
                        content.nodes(),
                        new SessionServer(sockets, new HeldStreams(content.registry()), content.idle()))
                : null;
        service.serve(new NodeHttpHandler(access, scope, content, sessions));
    }

    public int port() {
        return service.port();
    }

    @Override
    public void close() {
        service.close();
    }
}
