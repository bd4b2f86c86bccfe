package dev.plimsoll.nodeagent.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.connection.HttpServerBounds;
import dev.plimsoll.nodeagent.NodeAgent;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Serves the nodes of a process on one port. A single node's pages are where a kubelet has them; of several, each has its own
 * below {@code /nodes/NAME}, and {@code /metrics} and {@code /healthz} speak for all.
 */
public final class NodeServer implements AutoCloseable {
    private static final int WAITING_CONNECTIONS = 64;

    private final HttpServer server;
    private final ExecutorService threads;

    private NodeServer(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * What is served.
     *
     * @param nodes by name; may change while they are served
     * @param configuration the effective KubeletConfiguration
     */
    public record Content(
            Map<String, NodeAgent> nodes,
            ApiClient client,
            PrometheusRegistry registry,
            ObjectNode configuration,
            boolean servesAllocatedPods,
            InstantSource clock) {}

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
        HttpServerBounds.apply();
        var server = tlsOrNull == null ? HttpServer.create(address, WAITING_CONNECTIONS) : secure(address, tlsOrNull);
        var threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("node-http-", 0).factory());
        server.setExecutor(threads);
        return new NodeServer(server, threads);
    }

    public void serve(Access access, Scope scope, Content content) {
        server.createContext("/", new Front(access, scope, content));
        server.start();
    }

    private static HttpServer secure(InetSocketAddress address, ServingTls tls) throws IOException {
        var server = HttpsServer.create(address, WAITING_CONNECTIONS);
        server.setHttpsConfigurator(tls.configurator());
        return server;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
