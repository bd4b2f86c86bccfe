package dev.plimsoll.controllers.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.plimsoll.client.connection.HttpServerBounds;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code /metrics}, {@code /healthz}, {@code /livez} and {@code /readyz}. A process that waits for its turn to lead is healthy
 * and ready.
 */
public final class ControllerServer implements AutoCloseable {
    private static final int WAITING_CONNECTIONS = 16;

    private final HttpServer server;
    private final ExecutorService threads;
    private final PrometheusRegistry registry;
    private final BooleanSupplier isReady;

    private ControllerServer(
            HttpServer server, ExecutorService threads, PrometheusRegistry registry, BooleanSupplier isReady) {
        this.server = server;
        this.threads = threads;
        this.registry = registry;
        this.isReady = isReady;
    }

    /**
     * Begins to serve.
     *
     * @param tlsOrNull null to serve without it
     */
    public static ControllerServer start(
            InetSocketAddress address,
            @Nullable SSLContext tlsOrNull,
            PrometheusRegistry registry,
            BooleanSupplier isReady)
            throws IOException {
        HttpServerBounds.apply();
        HttpServer server;
        if (tlsOrNull == null) server = HttpServer.create(address, WAITING_CONNECTIONS);
        else {
            var secure = HttpsServer.create(address, WAITING_CONNECTIONS);
            secure.setHttpsConfigurator(new HttpsConfigurator(tlsOrNull));
            server = secure;
        }
        var threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("controllers-http-", 0).factory());
        var made = new ControllerServer(server, threads, registry, isReady);
        server.setExecutor(threads);
        server.createContext("/", made::answer);
        server.start();
        return made;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            switch (exchange.getRequestURI().getPath()) {
                case "/metrics" ->
                    send(exchange, 200, ControllerMetricsText.CONTENT_TYPE, ControllerMetricsText.text(registry));
                case "/healthz", "/livez" -> text(exchange, 200, "ok");
                case "/readyz" ->
                    text(
                            exchange,
                            isReady.getAsBoolean() ? 200 : 500,
                            isReady.getAsBoolean() ? "ok" : "caches are filled\n");
                default -> text(exchange, 404, "404 page not found\n");
            }
        }
    }

    private static void text(HttpExchange exchange, int status, String text) throws IOException {
        send(exchange, status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
