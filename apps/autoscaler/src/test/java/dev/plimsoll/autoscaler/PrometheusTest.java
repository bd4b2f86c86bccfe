package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.autoscaler.prometheus.PrometheusClient;
import dev.plimsoll.autoscaler.prometheus.PrometheusSettings;
import dev.plimsoll.autoscaler.recommender.Recommender;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.quantity.Quantity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** History from a Prometheus that answers over HTTP: vpa.md §2.9. */
// Acceptance of the autoscaler: prometheus, scale-8, whole
class PrometheusTest {
    private final TestCluster cluster = new TestCluster();
    private final HttpServer server;
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final Queue<String> authorized = new ConcurrentLinkedQueue<>();
    private final List<String> troubles = new ArrayList<>();
    private volatile boolean broken;
    private volatile boolean alternating;

    PrometheusTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.createContext("/prom/api/v1/", this::answer);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
        cluster.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var query = URLDecoder.decode(form, StandardCharsets.UTF_8);
            asked.add(exchange.getRequestURI().getPath() + "?" + query.replaceAll("&(start|end|time)=\\d+", ""));
            authorized.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            var body = broken
                    ? "{\"status\":\"error\",\"error\":\"out of memory\"}"
                    : "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[" + result(query)
                            + "]}}";
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(broken ? 503 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** A pod that is long gone used 0.4 cores and half a gibibyte for a day. */
    private String result(String query) {
        var now = Instant.now().getEpochSecond();
        if (alternating && !query.contains("up{")) return alternating(query.contains("rate("), now);
        var of = "{\"namespace\":\"default\",\"pod_name\":\"web-0-z\",\"name\":\"main\"}";
        if (query.contains("rate(")) return series(of, now, "0.4");
        if (query.contains("working_set")) return series(of, now, "536870912");
        return series(
                "{\"kubernetes_namespace\":\"default\",\"kubernetes_pod_name\":\"web-0-z\",\"pod_label_app\":\"web\"}",
                now,
                "1");
    }

    /** Two containers of which one works while the other rests, hour by hour, for two days; together they always use a core and a gibibyte. */
    private static String alternating(boolean isCpu, long now) {
        var all = new ArrayList<String>();
        for (var container : List.of("main", "side")) {
            var values = new ArrayList<String>();
            for (var hour = 48; hour > 0; hour--) {
                var works = (hour % 2 == 0) == container.equals("main");
                var value = isCpu ? (works ? "0.95" : "0.05") : (works ? "966367641" : "107374183");
                values.add("[" + (now - hour * 3600L) + ",\"" + value + "\"]");
            }
            all.add("{\"metric\":{\"namespace\":\"default\",\"pod_name\":\"web-0-z\",\"name\":\"" + container
                    + "\"},\"values\":[" + String.join(",", values) + "]}");
        }
        return String.join(",", all);
    }

    private static String series(String labels, long now, String value) {
        var values = new ArrayList<String>();
        for (var hour = 24; hour > 0; hour--) values.add("[" + (now - hour * 3600L) + ",\"" + value + "\"]");
        return "{\"metric\":" + labels + ",\"values\":[" + String.join(",", values) + "]}";
    }

    private Recommender recommender() {
        var standard = PrometheusSettings.DEFAULT;
        var settings = RecommenderSettings.DEFAULT
                .withGates(AutoscalerSettings.NEW)
                .withIntervals(Duration.ofSeconds(1), Duration.ZERO)
                .withPrometheus(new PrometheusSettings(
                        new PrometheusClient.Server(
                                URI.create("http://127.0.0.1:"
                                        + server.getAddress().getPort() + "/prom/"),
                                false,
                                "Bearer abc",
                                standard.server().timeout()),
                        standard.length(),
                        standard.resolution(),
                        standard.names()));
        return new Parts(cluster).recommender(cluster.client, settings, new Metrics(), troubles::add);
    }

    @Test
    void podsThatAreGoneAreRecommendedFromTheirPast() throws InterruptedException {
        cluster.deployment(1);
        cluster.vpa("Off", "{}");
        cluster.started();
        try (var recommender = recommender()) {
            recommender.runOnce();
            recommender.runOnce();
        }
        assertThat(cluster.vpaStatus()
                        .at("/recommendation/containerRecommendations/0/target")
                        .toString())
                .isEqualTo("{\"cpu\":\"476m\",\"memory\":\"628694953\"}");
        assertThat(asked)
                .containsExactly(
                        "/prom/api/v1/query_range?query=rate(container_cpu_usage_seconds_total{job=\"kubernetes-cadvisor\", "
                                + "pod_name=~\".+\", name!=\"POD\", name!=\"\", namespace=\"default\"}[3600s])&step=3600",
                        "/prom/api/v1/query_range?query=container_memory_working_set_bytes{job=\"kubernetes-cadvisor\", "
                                + "pod_name=~\".+\", name!=\"POD\", name!=\"\", namespace=\"default\"}&step=3600",
                        "/prom/api/v1/query?query=up{job=\"kubernetes-pods\"}[691200s]");
        assertThat(authorized).containsOnly("Bearer abc");
        assertThat(troubles).isEmpty();
        assertThat(cluster.client
                        .listAll(AutoscalerResources.CHECKPOINTS, ObjectSelection.ALL, 10)
                        .done()
                        .orElseThrow()
                        .items())
                .as("no checkpoints are written beside a Prometheus")
                .isEmpty();
    }

    @Test
    void podsAsAWholeAreKnownFromTheirPastToo() throws InterruptedException {
        alternating = true;
        cluster.deployment(1);
        cluster.pod("web-1-a", "", """
                [{"name":"main","image":"i"},{"name":"side","image":"i"}]""");
        cluster.vpa("Off", "{\"podPolicies\":{\"mode\":\"PodAndContainers\",\"estimator\":\"Whole\"}}");
        cluster.started();
        try (var recommender = recommender()) {
            recommender.runOnce();
        }
        var pod = cluster.vpaStatus().at("/recommendation/podRecommendation/target");
        var sum = new HashMap<Compute, Long>();
        for (var container : cluster.vpaStatus().at("/recommendation/containerRecommendations")) {
            for (var compute : Compute.ALL) sum.merge(compute, units(container.path("target"), compute), Long::sum);
        }
        assertThat(units(pod, Compute.CPU)).isBetween(1000L, 1400L);
        assertThat(units(pod, Compute.MEMORY)).isBetween(1L << 30, (1L << 30) * 14 / 10);
        assertThat(sum.get(Compute.CPU))
                .as("each container alone needs its peak")
                .isGreaterThan(2000L);
        assertThat(sum.get(Compute.MEMORY)).isGreaterThan(2_000_000_000L);
    }

    private static long units(JsonNode target, Compute compute) {
        return compute.units(Quantity.of(
                target.path(compute == Compute.CPU ? "cpu" : "memory").asText()));
    }

    @Test
    void aPrometheusThatFailsIsToldAndAskedAgain() throws InterruptedException {
        cluster.deployment(1);
        cluster.vpa("Off", "{}");
        cluster.started();
        broken = true;
        try (var recommender = recommender()) {
            recommender.runOnce();
            assertThat(troubles)
                    .containsExactly("history of default: http://127.0.0.1:"
                            + server.getAddress().getPort() + "/prom/api/v1/query_range: HTTP 503: out of memory");
            broken = false;
            recommender.runOnce();
        }
        assertThat(cluster.vpaStatus().at("/recommendation/containerRecommendations"))
                .hasSize(1);
    }
}
