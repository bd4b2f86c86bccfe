package dev.plimsoll.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.tls.Pem;
import dev.plimsoll.tls.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Answers for metrics.k8s.io behind an API server, as a metrics-server does: over TLS, under the name of its Service. */
final class MetricsBackend implements AutoCloseable {
    private final Authority authority = Authority.create("metrics-ca", Instant.now());
    private final HttpsServer server;
    private final Supplier<List<String>> pods;
    private final Queue<String> seen = new ConcurrentLinkedQueue<>();

    /** @param pods of the namespace default, which all use the same */
    MetricsBackend(Supplier<List<String>> pods) throws IOException {
        this.pods = pods;
        var identity =
                authority.server("metrics-server", List.of("metrics-server.kube-system.svc"), List.of(), Instant.now());
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(
                new HttpsConfigurator(Tls.context(Tls.keys(identity.key(), List.of(identity.certificate())), null)));
        server.createContext("/", this::answer);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String caBundle() {
        return Base64.getEncoder()
                .encodeToString(Pem.of(authority.certificate()).getBytes(StandardCharsets.US_ASCII));
    }

    /** The paths that were asked for. */
    Queue<String> seen() {
        return seen;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            seen.add(path);
            var body = path.endsWith("/pods")
                    ? "{\"kind\":\"PodMetricsList\",\"apiVersion\":\"metrics.k8s.io/v1beta1\",\"metadata\":{},\"items\":["
                            + pods.get().stream().map(MetricsBackend::pod).collect(Collectors.joining(",")) + "]}"
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
