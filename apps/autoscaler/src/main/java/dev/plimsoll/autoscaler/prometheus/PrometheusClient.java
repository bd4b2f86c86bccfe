package dev.plimsoll.autoscaler.prometheus;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.tls.TrustAllManager;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
     * @param timeout until an answer begins, and again until it is complete
     * @param mostBytes that an answer may have
     */
    public record Server(URI address, boolean insecure, String authorization, Duration timeout, long mostBytes) {
        /** As much as a Prometheus answers that is not told otherwise: 50 million values. */
        private static final long MOST_BYTES = 2L << 30;

        /** For answers of any size that a Prometheus gives. */
        public Server(URI address, boolean insecure, String authorization, Duration timeout) {
            this(address, insecure, authorization, timeout, MOST_BYTES);
        }

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

    /** Hears of one series after the other. */
    public interface SeriesSink {
        /**
         * Takes one series.
         *
         * @param points only until this returns: the next series is read into the same place
         */
        void series(Map<String, String> labels, Points points);
    }

    /** The points of one series, in the order of time. */
    public static final class Points {
        private final long[] times;
        private final double[] values;
        private final int count;

        @SuppressWarnings("ArrayIsStoredDirectly") // the reader's own, for as long as the sink is called
        Points(long[] times, double[] values, int count) {
            this.times = times;
            this.values = values;
            this.count = count;
        }

        public int count() {
            return count;
        }

        /** In milliseconds. */
        public long time(int index) {
            return times[index];
        }

        /** May be no number. */
        public double value(int index) {
            return values[index];
        }
    }

    public List<Series> range(String query, Instant from, Instant to, Duration step)
            throws IOException, InterruptedException {
        var all = new ArrayList<Series>();
        range(query, from, to, step, collector(all));
        return all;
    }

    /** The same for more series than one wants to hold. */
    public void range(String query, Instant from, Instant to, Duration step, SeriesSink sink)
            throws IOException, InterruptedException {
        var form = "query=" + encoded(query) + "&start=" + from.getEpochSecond() + "&end=" + to.getEpochSecond()
                + "&step=" + Math.max(1, step.toSeconds());
        matrix("/api/v1/query_range", form, sink);
    }

    /** An instant query whose answer is a matrix, since it asks for a range. */
    public List<Series> instant(String query, Instant at) throws IOException, InterruptedException {
        var all = new ArrayList<Series>();
        matrix("/api/v1/query", "query=" + encoded(query) + "&time=" + at.getEpochSecond(), collector(all));
        return all;
    }

    private static SeriesSink collector(List<Series> all) {
        return (labels, points) -> {
            var list = new ArrayList<Point>(points.count());
            for (var i = 0; i < points.count(); i++) list.add(new Point(points.time(i), points.value(i)));
            all.add(new Series(labels, list));
        };
    }

    /** A query can be longer than an address may be, so it is sent in the body. */
    private void matrix(String path, String form, SeriesSink sink) throws IOException, InterruptedException {
        var page = server.page(path);
        var request = HttpRequest.newBuilder(page)
                .timeout(server.timeout())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form));
        if (!server.authorization().isEmpty()) request.header("Authorization", server.authorization());
        var begun = time.nanos();
        var code = 0;
        try {
            var reply = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            code = reply.statusCode();
            try (var body =
                    new BoundedBody(page.toString(), reply.body(), server.mostBytes(), server.timeout(), time)) {
                new MatrixReader(page.toString(), code, sink).read(body);
            }
        } catch (IOException e) {
            if (code != 0) throw e;
            throw new IOException(page + ": no answer: " + reason(e), e);
        } finally {
            requests.answered(code, "POST", Duration.ofNanos(time.nanos() - begun));
        }
    }

    /** The exceptions of connections say little: often nothing but their name. */
    private static String reason(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case UnresolvedAddressException _ -> {
                    return "no host has this name; check the address of Prometheus";
                }
                case HttpTimeoutException _ -> {
                    return "not in time; try again, or ask for less";
                }
                case ConnectException _ -> {
                    return "nobody listens there; check the address of Prometheus";
                }
                default -> {}
            }
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        http.close();
    }
}
