package dev.plimsoll.fakes.prometheus;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * Answers range queries for CPU and memory of containers, by namespace, and the query for the labels of pods, with made-up series. The labels of a
 * series have the names of today's cadvisor and those that the autoscaler expects without flags.
 */
public final class FakePrometheus implements AutoCloseable {
    private static final Pattern NAMESPACE = Pattern.compile("namespace=\"([^\"]*)\"");

    private final Map<String, List<Series>> series;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> queries = new CopyOnWriteArrayList<>();
    private volatile String failure = "";

    /** What a container of a pod used, at a time in seconds, as Prometheus writes it. */
    public record Series(
            String namespace, String pod, String container, Map<String, String> podLabels, Value cpu, Value memory) {}

    /** The value at a time in seconds. */
    public interface Value {
        String at(long seconds);
    }

    public FakePrometheus(List<Series> all) throws IOException {
        series = new HashMap<>();
        for (var one : all)
            series.computeIfAbsent(one.namespace(), _ -> new ArrayList<>()).add(one);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** What was asked. */
    public List<String> queries() {
        return queries;
    }

    /** From now on it refuses with this message. */
    public void fail(String message) {
        failure = message;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var form = form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            var query = form.getOrDefault("query", "");
            queries.add(query);
            exchange.sendResponseHeaders(failure.isEmpty() ? 200 : 503, 0);
            try (var body =
                    new BufferedWriter(new OutputStreamWriter(exchange.getResponseBody(), StandardCharsets.UTF_8))) {
                if (!failure.isEmpty()) {
                    body.write("{\"status\":\"error\",\"error\":\"" + failure + "\"}");
                    return;
                }
                body.write("{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[");
                if (form.containsKey("step")) write(query, form, body);
                else labels(Long.parseLong(form.getOrDefault("time", "0")), body);
                body.write("]}}");
            }
        }
    }

    private static Map<String, String> form(String text) {
        var form = new HashMap<String, String>();
        for (var part : text.split("&", -1)) {
            var equals = part.indexOf('=');
            form.put(part.substring(0, equals), URLDecoder.decode(part.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return form;
    }

    private void write(String query, Map<String, String> form, Writer body) throws IOException {
        var namespace = NAMESPACE.matcher(query);
        var isCpu = query.contains("rate(");
        var start = Long.parseLong(form.getOrDefault("start", "0"));
        var end = Long.parseLong(form.getOrDefault("end", "0"));
        var step = Long.parseLong(form.getOrDefault("step", "1"));
        var first = true;
        for (var one : series.getOrDefault(namespace.find() ? namespace.group(1) : "", List.of())) {
            if (!first) body.write(',');
            first = false;
            body.write("{\"metric\":{\"namespace\":\"" + one.namespace() + "\",\"pod\":\"" + one.pod()
                    + "\",\"pod_name\":\"" + one.pod() + "\",\"container\":\"" + one.container() + "\",\"name\":\""
                    + one.container() + "\"},\"values\":[");
            var value = isCpu ? one.cpu() : one.memory();
            for (var time = start; time <= end; time += step) {
                if (time != start) body.write(',');
                body.write('[');
                body.write(Long.toString(time));
                body.write(",\"");
                body.write(value.at(time));
                body.write("\"]");
            }
            body.write("]}");
        }
    }

    private void labels(long time, Writer body) throws IOException {
        var first = true;
        for (var list : series.values()) {
            for (var one : list) {
                if (!first) body.write(',');
                first = false;
                body.write("{\"metric\":{\"kubernetes_namespace\":\"" + one.namespace()
                        + "\",\"kubernetes_pod_name\":\"" + one.pod() + "\"");
                for (var label : one.podLabels().entrySet()) {
                    body.write(",\"pod_label_" + label.getKey() + "\":\"" + label.getValue() + "\"");
                }
                body.write("},\"values\":[[" + time + ",\"1\"]]}");
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
