package dev.plimsoll.benchmarks.recommend;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/** Answers lists of pods and ReplicaSets page by page over HTTP, as an API server with Deployments does that nobody changes. */
final class ListedCluster implements AutoCloseable {
    private final int workloads;
    private final int podsEach;
    private final int namespaces;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    ListedCluster(int workloads, int podsEach, int namespaces) throws IOException {
        this.workloads = workloads;
        this.podsEach = podsEach;
        this.namespaces = namespaces;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    String kubeconfig() {
        return """
                {"apiVersion":"v1","kind":"Config","current-context":"c","contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}],
                "clusters":[{"name":"c","cluster":{"server":"%s"}}],"users":[{"name":"u","user":{}}]}""".formatted(address());
    }

    String namespace(int workload) {
        return "team-" + workload % namespaces;
    }

    String pod(int pod) {
        return "app-" + pod / podsEach + "-7d9c5b4f6d-" + suffix(pod % podsEach);
    }

    private static String suffix(int number) {
        return "x2k9" + "bcdfghjklmnpqrstvwxz".charAt(number % 20);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            var query = String.valueOf(exchange.getRequestURI().getQuery());
            var body = switch (path.substring(path.lastIndexOf('/') + 1)) {
                case "pods" -> page(query, workloads * podsEach, this::podDocument);
                case "replicasets" -> page(query, workloads, this::replicaSet);
                default -> page(query, 0, _ -> "");
            };
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static String page(String query, int size, IntFunction<String> item) {
        var from = number(query, "continue", 0);
        var to = Math.min(size, from + number(query, "limit", size));
        var text = new StringBuilder("{\"metadata\":{\"resourceVersion\":\"5\"");
        if (to < size) text.append(",\"continue\":\"").append(to).append('"');
        text.append("},\"items\":[");
        for (var i = from; i < to; i++) text.append(i == from ? "" : ",").append(item.apply(i));
        return text.append("]}").toString();
    }

    private static int number(String query, String name, int otherwise) {
        for (var part : query.split("&", -1)) {
            if (part.startsWith(name + "=")) return Integer.parseInt(part.substring(name.length() + 1));
        }
        return otherwise;
    }

    private String replicaSet(int workload) {
        return """
                {"metadata":{"namespace":"%s","name":"app-%2$d-7d9c5b4f6d","uid":"r%2$d","ownerReferences":[{"apiVersion":"apps/v1",\
                "kind":"Deployment","name":"app-%2$d","uid":"d%2$d","controller":true}]}}""".formatted(namespace(workload), workload);
    }

    private String podDocument(int pod) {
        var workload = pod / podsEach;
        return """
                {"metadata":{"namespace":"%s","name":"%s","uid":"p%d","ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet",\
                "name":"app-%d-7d9c5b4f6d","uid":"r","controller":true}]},"spec":{"containers":[{"name":"app","image":"i","resources":{\
                "requests":{"cpu":"500m","memory":"1Gi"},"limits":{"memory":"1Gi"}}},{"name":"proxy","image":"i","resources":{"requests":{\
                "cpu":"100m","memory":"128Mi"}}}]},"status":{"phase":"Running"}}""".formatted(namespace(workload), pod(pod), pod, workload);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
