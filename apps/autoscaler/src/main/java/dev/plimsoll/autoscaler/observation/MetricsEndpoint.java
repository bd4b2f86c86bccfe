package dev.plimsoll.autoscaler.observation;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.client.connection.HttpServerBounds;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** {@code /metrics} and {@code /health-check} over HTTP. */
public final class MetricsEndpoint implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("metrics-", 0).factory());

    public MetricsEndpoint(InetSocketAddress address, Metrics metrics, Health health) throws IOException {
        HttpServerBounds.apply();
        server = HttpServer.create(address, 0);
        server.setExecutor(threads);
        server.createContext("/metrics", exchange -> answer(exchange, 200, metrics.text()));
        server.createContext("/health-check", exchange -> {
            var good = health.isGood();
            var text = good ? "OK" : "Error: last activity more than five intervals ago";
            answer(exchange, good ? 200 : 500, text.getBytes(StandardCharsets.UTF_8));
        });
        server.start();
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
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
