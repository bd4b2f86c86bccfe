package dev.plimsoll.cli.backtest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.core.estimation.Compute;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/** Reads recorded use from Prometheus, a bounded stretch of time after the other. */
final class PrometheusUsage {
    /** Points of each series in one answer; Prometheus refuses more than 11,000. */
    private static final int POINTS = 1000;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http;
    private final URI address;
    private final String bearerToken;
    private final Duration timeout;

    PrometheusUsage(HttpClient http, URI address, String bearerToken, Duration timeout) {
        this.http = http;
        this.address = address;
        this.bearerToken = bearerToken;
        this.timeout = timeout;
    }

    /** From when to when, and how finely. */
    record Range(Instant from, Instant to, Duration resolution) {}

    private record Container(String pod, String name) {}

    /** CPU or memory that is not there is negative. */
    private record Use(double cores, double bytes) {}

    /** Answers that cannot be had; the message is for the user. */
    private static final class Unanswered extends Exception {
        private static final long serialVersionUID = 1;

        Unanswered(String message) {
            super(message);
        }
    }

    UsageRead read(PrometheusQuery query, Range range, UsageSink sink, LongConsumer progress)
            throws InterruptedException {
        var rows = 0L;
        var step = range.resolution();
        try {
            for (var from = range.from(); from.isBefore(range.to()); from = from.plus(step.multipliedBy(POINTS))) {
                var last = from.plus(step.multipliedBy(POINTS - 1));
                var to = last.isAfter(range.to()) ? range.to() : last;
                rows += feed(stretch(query, new Range(from, to, step)), sink);
                progress.accept(rows);
            }
        } catch (Unanswered unanswered) {
            return new UsageRead.Malformed(List.of(String.valueOf(unanswered.getMessage())));
        }
        if (rows == 0) {
            return new UsageRead.Malformed(List.of(address + ": no samples between " + range.from() + " and "
                    + range.to() + " for " + query.memory()
                    + "; check --namespace, --pods and the names of labels and metrics"));
        }
        return new UsageRead.Done(rows, List.of());
    }

    private SortedMap<Long, Map<Container, Use>> stretch(PrometheusQuery query, Range range)
            throws Unanswered, InterruptedException {
        var uses = new TreeMap<Long, Map<Container, Use>>();
        collect(query, ask(query.cpu(range.resolution()), range), uses, cores -> new Use(cores, -1));
        collect(query, ask(query.memory(), range), uses, bytes -> new Use(-1, bytes));
        return uses;
    }

    private interface Half {
        Use of(double value);
    }

    private static void collect(
            PrometheusQuery query, JsonNode result, SortedMap<Long, Map<Container, Use>> uses, Half half) {
        for (var series : result) {
            var metric = series.path("metric");
            var container = new Container(
                    metric.path(query.podLabel()).asText(),
                    metric.path(query.containerLabel()).asText());
            for (var point : series.path("values")) {
                var value = half.of(point.path(1).asDouble(-1));
                uses.computeIfAbsent(Math.round(point.path(0).asDouble() * 1000), _ -> new HashMap<>())
                        .merge(container, value, PrometheusUsage::joined);
            }
        }
    }

    private static Use joined(Use one, Use other) {
        return new Use(Math.max(one.cores(), other.cores()), Math.max(one.bytes(), other.bytes()));
    }

    private static long feed(SortedMap<Long, Map<Container, Use>> uses, UsageSink sink) {
        var rows = 0L;
        for (var moment : uses.entrySet()) {
            for (var entry : moment.getValue().entrySet()) {
                var use = entry.getValue();
                if (!(use.cores() >= 0) || !(use.bytes() >= 0)) continue;
                sink.sample(
                        moment.getKey(),
                        "",
                        entry.getKey().pod(),
                        entry.getKey().name(),
                        Compute.clipped(Math.ceil(use.cores() * 1000)),
                        Compute.clipped(use.bytes()));
                rows++;
            }
        }
        return rows;
    }

    private JsonNode ask(String query, Range range) throws Unanswered, InterruptedException {
        var body = "query=" + encoded(query) + "&start=" + range.from().getEpochSecond() + "&end="
                + range.to().getEpochSecond() + "&step=" + range.resolution().toSeconds();
        var path = address.toString().replaceAll("/+$", "") + "/api/v1/query_range";
        var request = HttpRequest.newBuilder(URI.create(path))
                .timeout(timeout)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!bearerToken.isEmpty()) request.header("Authorization", "Bearer " + bearerToken);
        try {
            var response = http.send(request.build(), BodyHandlers.ofString());
            return result(path, response.statusCode(), response.body());
        } catch (IOException e) {
            throw new Unanswered(path + ": no answer: " + e);
        }
    }

    private static JsonNode result(String path, int status, String body) throws Unanswered {
        JsonNode answer;
        try {
            answer = JSON.readTree(body);
        } catch (JsonProcessingException _) {
            throw new Unanswered(path + ": HTTP " + status + ", and the answer is no JSON: is this a Prometheus?");
        }
        if (status == 200 && answer.path("status").asText().equals("success")) {
            return answer.path("data").path("result");
        }
        var error = answer.path("error").asText();
        throw new Unanswered(path + ": HTTP " + status + (error.isEmpty() ? "" : ": " + error));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
