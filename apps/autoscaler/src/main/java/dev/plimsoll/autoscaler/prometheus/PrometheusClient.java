package dev.plimsoll.autoscaler.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.tls.TrustAllManager;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Asks a Prometheus server over HTTP. What goes wrong is an {@link IOException} with a message for people. */
public final class PrometheusClient implements AutoCloseable {
    private final Server server;
    private final Requests requests;
    private final Time time;
    private final HttpClient http;

    /**
     * Where to ask.
     *
     * @param insecure certificates are not checked
     * @param authorization the value of the header of that name; empty for none
     */
    public record Server(URI address, boolean insecure, String authorization, Duration timeout) {
        private URI page(String path) {
            return URI.create(address.toString().replaceAll("/+$", "") + path);
        }
    }

    /** Hears how each request was answered; code 0 where it was not. */
    public interface Requests {
        void answered(int code, String method, Duration took);
    }

    public PrometheusClient(Server server, Requests requests, Time time) {
        this.server = server;
        this.requests = requests;
        this.time = time;
        var builder = HttpClient.newBuilder().connectTimeout(server.timeout());
        this.http = (server.insecure() ? builder.sslContext(TrustAllManager.context()) : builder).build();
    }

    /** One line of a matrix: the labels, and a value at each time in milliseconds. */
    public record Series(Map<String, String> labels, List<Point> points) {
        public Series {
            labels = Map.copyOf(labels);
            points = List.copyOf(points);
        }
    }

    /** A value, which may be no number, at a time in milliseconds. */
    public record Point(long time, double value) {}

    public List<Series> range(String query, Instant from, Instant to, Duration step)
            throws IOException, InterruptedException {
        return matrix(
                "/api/v1/query_range",
                "query=" + encoded(query) + "&start=" + from.getEpochSecond() + "&end=" + to.getEpochSecond() + "&step="
                        + Math.max(1, step.toSeconds()));
    }

    /** An instant query whose answer is a matrix, since it asks for a range. */
    public List<Series> instant(String query, Instant at) throws IOException, InterruptedException {
        return matrix("/api/v1/query", "query=" + encoded(query) + "&time=" + at.getEpochSecond());
    }

    /** A query can be longer than an address may be, so it is sent in the body. */
    private List<Series> matrix(String path, String form) throws IOException, InterruptedException {
        var page = server.page(path);
        var request = HttpRequest.newBuilder(page)
                .timeout(server.timeout())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form));
        if (!server.authorization().isEmpty()) request.header("Authorization", server.authorization());
        var begun = time.nanos();
        var code = 0;
        try {
            var reply = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            code = reply.statusCode();
            return series(page, code, reply.body());
        } catch (IOException e) {
            if (code != 0) throw e;
            throw new IOException(page + ": no answer: " + e, e);
        } finally {
            requests.answered(code, "POST", Duration.ofNanos(time.nanos() - begun));
        }
    }

    private static List<Series> series(URI page, int code, byte[] body) throws IOException {
        var document = ClientJson.read(body);
        if (document.isEmpty()) {
            throw new IOException(page + ": HTTP " + code + ", and the answer is no JSON: is this a Prometheus?");
        }
        if (code != 200 || !document.get().path("status").asText().equals("success")) {
            var error = document.get().path("error").asText();
            throw new IOException(page + ": HTTP " + code + (error.isEmpty() ? "" : ": " + error));
        }
        var all = new ArrayList<Series>();
        for (var item : document.get().path("data").path("result")) {
            var labels = new HashMap<String, String>();
            for (var label : item.path("metric").properties())
                labels.put(label.getKey(), label.getValue().asText());
            var points = new ArrayList<Point>();
            for (var value : item.path("values")) points.add(point(page, value));
            all.add(new Series(labels, points));
        }
        return all;
    }

    private static Point point(URI page, JsonNode value) throws IOException {
        try {
            return new Point(
                    Math.round(value.path(0).asDouble() * 1000),
                    Double.parseDouble(value.path(1).asText()));
        } catch (NumberFormatException e) {
            throw new IOException(page + ": a value that is no number: " + value, e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        http.close();
    }
}
