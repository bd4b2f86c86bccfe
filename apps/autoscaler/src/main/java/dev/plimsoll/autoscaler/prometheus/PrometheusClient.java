package dev.plimsoll.autoscaler.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.pace.Time;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Asks a Prometheus server over HTTP. */
final class PrometheusClient implements AutoCloseable {
    private final PrometheusSettings settings;
    private final PrometheusHistory.Requests requests;
    private final Time time;
    private final HttpClient http;

    PrometheusClient(PrometheusSettings settings, PrometheusHistory.Requests requests, Time time) {
        this.settings = settings;
        this.requests = requests;
        this.time = time;
        var builder = HttpClient.newBuilder().connectTimeout(settings.timeout());
        this.http = (settings.insecure() ? builder.sslContext(anybody()) : builder).build();
    }

    /** One line of a matrix: the labels, and a value at each time in milliseconds. */
    record Series(Map<String, String> labels, List<Point> points) {
        Series {
            labels = Map.copyOf(labels);
            points = List.copyOf(points);
        }
    }

    record Point(long time, double value) {}

    List<Series> range(String query, Instant from, Instant to, Duration step) throws IOException, InterruptedException {
        return matrix("/api/v1/query_range?query=" + encoded(query) + "&start=" + from.getEpochSecond() + "&end="
                + to.getEpochSecond() + "&step=" + Math.max(1, step.toSeconds()));
    }

    /** An instant query whose answer is a matrix, since it asks for a range. */
    List<Series> instant(String query, Instant at) throws IOException, InterruptedException {
        return matrix("/api/v1/query?query=" + encoded(query) + "&time=" + at.getEpochSecond());
    }

    private List<Series> matrix(String target) throws IOException, InterruptedException {
        var base = settings.address().toString();
        var url = (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + target;
        var request = HttpRequest.newBuilder(URI.create(url)).timeout(settings.timeout());
        if (!settings.authorization().isEmpty()) request.header("Authorization", settings.authorization());
        var begun = time.nanos();
        var code = 0;
        try {
            var reply = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            code = reply.statusCode();
            var document = Json.read(reply.body());
            if (code != 200 || document.isEmpty()) {
                throw new IOException("Prometheus answered " + code
                        + document.map(said -> ": " + said.path("error").asText())
                                .orElse(""));
            }
            return series(document.get().path("data").path("result"));
        } finally {
            requests.answered(code, "GET", Duration.ofNanos(time.nanos() - begun));
        }
    }

    private static List<Series> series(JsonNode result) throws IOException {
        var all = new ArrayList<Series>();
        for (var item : result) {
            var labels = new HashMap<String, String>();
            for (var label : item.path("metric").properties())
                labels.put(label.getKey(), label.getValue().asText());
            var points = new ArrayList<Point>();
            for (var value : item.path("values")) points.add(point(value));
            all.add(new Series(labels, points));
        }
        return all;
    }

    private static Point point(JsonNode value) throws IOException {
        try {
            return new Point(
                    (long) (value.path(0).asDouble() * 1000),
                    Double.parseDouble(value.path(1).asText()));
        } catch (NumberFormatException e) {
            throw new IOException("Prometheus sent a value that is no number: " + value, e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Trusts everybody, as was asked for. */
    private static SSLContext anybody() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Trusting()}, new SecureRandom());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }

    private static final class Trusting extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
