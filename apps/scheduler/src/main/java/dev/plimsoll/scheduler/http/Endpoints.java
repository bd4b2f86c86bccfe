package dev.plimsoll.scheduler.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.connection.HttpServerBounds;
import dev.plimsoll.scheduler.Scheduler;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** {@code /healthz}, {@code /livez}, {@code /readyz}, {@code /metrics}, {@code /metrics/resources} and {@code /configz}. */
public final class Endpoints implements AutoCloseable {
    private static final ExpositionFormats FORMATS = ExpositionFormats.init();
    private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

    private final HttpServer server;
    private final ExecutorService threads;

    private Endpoints(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Begins to serve.
     *
     * @param tlsOrNull null to serve without it
     */
    public static Endpoints start(InetSocketAddress address, @Nullable SSLContext tlsOrNull, Scheduler scheduler)
            throws IOException {
        HttpServerBounds.apply();
        HttpServer server;
        if (tlsOrNull == null) server = HttpServer.create(address, 0);
        else {
            var secure = HttpsServer.create(address, 0);
            secure.setHttpsConfigurator(new HttpsConfigurator(tlsOrNull));
            server = secure;
        }
        var threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("scheduler-http-", 0).factory());
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, scheduler));
        server.start();
        return new Endpoints(server, threads);
    }

    private static void answer(HttpExchange exchange, Scheduler scheduler) throws IOException {
        try (exchange) {
            switch (exchange.getRequestURI().getPath()) {
                case "/healthz", "/livez" ->
                    text(
                            exchange,
                            scheduler.isAlive() ? 200 : 500,
                            scheduler.isAlive() ? "ok" : "the scheduling loop has ended\n");
                case "/readyz" ->
                    text(
                            exchange,
                            scheduler.isReady() ? 200 : 500,
                            scheduler.isReady() ? "ok" : "the caches are not filled yet\n");
                case "/metrics" -> send(exchange, 200, METRICS, exposition(scheduler.metrics()));
                case "/metrics/resources" -> send(exchange, 200, METRICS, exposition(scheduler.resourceMetrics()));
                case "/configz" -> send(exchange, 200, "application/json", ClientJson.bytes(scheduler.configuration()));
                default -> text(exchange, 404, "404 page not found\n");
            }
        }
    }

    private static byte[] exposition(MetricSnapshots metrics) throws IOException {
        var out = new ByteArrayOutputStream(16 * 1024);
        FORMATS.getPrometheusTextFormatWriter().write(out, metrics);
        return out.toByteArray();
    }

    private static void text(HttpExchange exchange, int status, String text) throws IOException {
        send(exchange, status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
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
