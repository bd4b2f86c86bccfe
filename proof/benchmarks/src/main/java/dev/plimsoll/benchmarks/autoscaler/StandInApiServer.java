package dev.plimsoll.benchmarks.autoscaler;

import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.StreamLine;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Stands in for an API server that holds a population: lists page by page, watches, and takes what is written. It makes each
 * document when it is asked for, so that it holds next to nothing itself.
 */
final class StandInApiServer implements Transport {
    private final Population population;
    private final Supplier<Instant> clock;
    private final AtomicLong version = new AtomicLong(10);
    private final Map<String, BlockingQueue<String>> watches = new ConcurrentHashMap<>();
    final AtomicInteger statuses = new AtomicInteger();
    final AtomicInteger checkpoints = new AtomicInteger();

    StandInApiServer(Population population, Supplier<Instant> clock) {
        this.population = population;
        this.clock = clock;
    }

    @Override
    public Reply send(ClientRequest request) {
        var path = request.target().split("\\?", 2);
        var query = path.length > 1 ? path[1] : "";
        if (request.method().equals("GET")) return ok(read(path[0], query));
        if (path[0].endsWith("/status")) written(path[0], request.body());
        else if (path[0].contains("checkpoints")) checkpoints.incrementAndGet();
        return ok("{}");
    }

    private String read(String path, String query) {
        var name = path.substring(path.lastIndexOf('/') + 1);
        if (path.equals("/version")) return "{\"major\":\"1\",\"minor\":\"37\"}";
        if (path.startsWith("/apis/metrics.k8s.io")) {
            return page(query, population.pods(), pod -> population.use(pod, clock.get()));
        }
        return switch (name) {
            case "pods" -> page(query, population.pods(), pod -> population.pod(pod, 1));
            case "verticalpodautoscalers" -> page(query, population.workloads, workload -> population.vpa(workload, 1));
            case "deployments" -> page(query, population.workloads, population::deployment);
            case "v1" -> "{\"resources\":[{\"name\":\"deployments\"}]}";
            default -> page(query, 0, _ -> "");
        };
    }

    private static String page(String query, int size, IntFunction<String> item) {
        var from = number(query, "continue", 0);
        var limit = number(query, "limit", size);
        var to = Math.min(size, from + limit);
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

    /** A status was written: whoever watches sees it. */
    private void written(String path, byte[] patch) {
        statuses.incrementAndGet();
        var name = path.split("/", -1);
        var workload = Integer.parseInt(name[name.length - 2].substring("app-".length()));
        var wrapped = Population.bytes("{\"patch\":" + new String(patch, StandardCharsets.UTF_8) + "}");
        var status =
                ClientJson.read(wrapped).orElseThrow().path("patch").path(0).path("value");
        population.status(workload, status.toString());
        tell("verticalpodautoscalers", "MODIFIED", population.vpa(workload, version.incrementAndGet()));
    }

    /** Another pod takes the place of this one. */
    void replace(int pod) {
        var gone = population.pod(pod, version.incrementAndGet());
        population.replace(pod);
        tell("pods", "DELETED", gone);
        tell("pods", "ADDED", population.pod(pod, version.incrementAndGet()));
    }

    private void tell(String resource, String type, String object) {
        watch(resource).add("{\"type\":\"" + type + "\",\"object\":" + object + "}");
    }

    private BlockingQueue<String> watch(String resource) {
        return watches.computeIfAbsent(resource, _ -> new LinkedBlockingQueue<>());
    }

    private static Reply ok(String body) {
        return new Reply(200, Map.of(), Population.bytes(body));
    }

    @Override
    public Streamed open(ClientRequest request) {
        var path = request.target().split("\\?", 2)[0];
        var queue = watch(path.substring(path.lastIndexOf('/') + 1));
        return new Streamed.Opened(new Lines() {
            @Override
            public Optional<StreamLine> next() throws IOException {
                try {
                    return Optional.of(StreamLine.of(Population.bytes(queue.take())));
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("closing");
                }
            }

            @Override
            public void close() {}
        });
    }

    @Override
    public void close() {}
}
