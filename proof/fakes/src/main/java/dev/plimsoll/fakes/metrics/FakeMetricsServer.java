package dev.plimsoll.fakes.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/** Answers for metrics.k8s.io behind an API server, as a metrics-server does: over TLS, under the name of its Service. */
public final class FakeMetricsServer implements AutoCloseable {
    /** The name under which API servers call it, if its Service is of this name. */
    public static final String HOST = "metrics-server.kube-system.svc";

    private final HttpsServer server;
    private final Supplier<List<String>> pods;
    private final Queue<String> seen = new ConcurrentLinkedQueue<>();

    /**
     * Serves at once.
     *
     * @param identity of {@link #HOST}
     * @param pods of the namespace default, which all use the same
     */
    public FakeMetricsServer(SSLContext identity, Supplier<List<String>> pods) throws IOException {
        this.pods = pods;
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(identity));
        server.createContext("/", this::answer);
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** The paths that were asked for. */
    public Queue<String> seen() {
        return seen;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            seen.add(path);
            var body = path.endsWith("/pods")
                    ? "{\"kind\":\"PodMetricsList\",\"apiVersion\":\"metrics.k8s.io/v1beta1\",\"metadata\":{},\"items\":["
                            + pods.get().stream().map(FakeMetricsServer::pod).collect(Collectors.joining(",")) + "]}"
                    : "{\"kind\":\"APIResourceList\",\"apiVersion\":\"v1\",\"groupVersion\":\"metrics.k8s.io/v1beta1\","
                            + "\"resources\":[{\"name\":\"pods\",\"singularName\":\"\",\"namespaced\":true,"
                            + "\"kind\":\"PodMetrics\",\"verbs\":[\"get\",\"list\"]}]}";
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static String pod(String name) {
        return """
                {"metadata":{"namespace":"default","name":"%s"},"timestamp":"%s","window":"15s","containers":[
                {"name":"app","usage":{"cpu":"400m","memory":"700Mi"}},{"name":"log","usage":{"cpu":"20m","memory":"90Mi"}}]}""".formatted(name, Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
