package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.autoscaler.recommender.Recommender;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.core.gates.FeatureGates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Use as metrics-server tells it, and its absence: documents in its form behind a real API server. */
// Acceptance of the autoscaler: metrics-server
class MetricsServerTest {
    private static final RecommenderSettings SETTINGS =
            RecommenderSettings.DEFAULT.withIntervals(Duration.ofSeconds(1), Duration.ZERO);

    private final Instant start = Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);
    /** What is answered next; the last of them again and again. */
    private final ConcurrentLinkedDeque<Reply> answers = new ConcurrentLinkedDeque<>();

    private final List<String> asked = new ArrayList<>();
    private final TestCluster cluster = new TestCluster(FeatureGates.DEFAULT, MetricsServer::new);
    private final Metrics metrics = new Metrics();

    private final class MetricsServer extends Relay {
        MetricsServer(Transport server) {
            super(server);
        }

        @Override
        public Reply send(ClientRequest request) throws IOException {
            if (!request.target().startsWith("/apis/metrics.k8s.io/v1beta1/pods")) return super.send(request);
            asked.add(request.target());
            var next = answers.size() > 1 ? answers.removeFirst() : answers.getFirst();
            if (next.status() == 0) throw new IOException("connection reset");
            return next;
        }
    }

    @BeforeEach
    void twoPodsRun() throws InterruptedException {
        cluster.node();
        cluster.deployment(2);
        cluster.vpa("Off", "{}");
        for (var pod : List.of("web-1-a", "web-1-b")) {
            cluster.pod(pod, "", "[{\"name\":\"main\",\"image\":\"i\"},{\"name\":\"side\",\"image\":\"i\"}]");
            cluster.running(pod, "[]");
        }
        cluster.started();
    }

    private final List<String> troubles = new ArrayList<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private Recommender recommender() {
        return new Parts(cluster).recommender(cluster.client, SETTINGS, metrics, troubles::add);
    }

    private static Reply reply(int status, String body) {
        return new Reply(status, Map.of("content-type", "application/json"), body.getBytes(StandardCharsets.UTF_8));
    }

    private static Reply list(String token, String... items) {
        return reply(200, """
                {"kind":"PodMetricsList","apiVersion":"metrics.k8s.io/v1beta1","metadata":{"continue":"%s"},"items":[%s]}""".formatted(token, String.join(",", items)));
    }

    private String item(String pod, int minute, String rest) {
        return """
                {"metadata":{"name":"%s","namespace":"default","creationTimestamp":"2026-11-16T10:00:00Z","labels":{"app":"web"}},
                 "timestamp":"%s",%s}""".formatted(pod, start.plusSeconds(60L * minute), rest);
    }

    private static String containers(String window, String main, String side) {
        return """
                "window":"%s","containers":[{"name":"main","usage":%s},{"name":"side","usage":%s}]""".formatted(window, main, side);
    }

    private static final String SIDE = "{\"cpu\":\"0\",\"memory\":\"4096Ki\"}";

    private void used(int minute) {
        answers.clear();
        answers.add(list(
                "",
                item(
                        "web-1-a",
                        minute,
                        containers("10.5s", "{\"cpu\":\"123456789n\",\"memory\":\"131072Ki\"}", SIDE))));
    }

    private JsonNode target() {
        return cluster.vpaStatus().at("/recommendation/containerRecommendations/0/target");
    }

    private long samples() {
        return cluster.get(AutoscalerResources.CHECKPOINTS, "web-main")
                .at("/status/totalSamplesCount")
                .asLong();
    }

    /** 0.124 cores are in a bucket that ends at 125m, 128Mi in one that ends at 142067871; both and the margin. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.5s {\"cpu\":\"123456789n\",\"memory\":\"131072Ki\"}",
                "30s {\"cpu\":\"123457u\",\"memory\":\"134217728\"}",
                "1m0.003s {\"cpu\":\"124m\",\"memory\":\"128Mi\",\"ephemeral-storage\":\"1Gi\"}",
                "0s {\"memory\":\"131072Ki\",\"cpu\":\"123456001n\"}"
            })
    void amountsInAnyUnitAreTheSame(String windowAndUsage) {
        var parts = windowAndUsage.split(" ", 2);
        answers.add(list("", item("web-1-a", 0, containers(parts[0], parts[1], SIDE))));
        recommender().runOnce();
        assertThat(target().toString()).isEqualTo("{\"cpu\":\"143m\",\"memory\":\"163378051\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"window\":\"15s\"",
                "\"window\":\"15s\",\"containers\":null",
                "\"window\":\"15s\",\"containers\":[]",
                "\"window\":\"15s\",\"containers\":[{\"name\":\"nobody\",\"usage\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}}]",
                "\"window\":\"15s\",\"containers\":[{\"name\":\"main\"}]",
                "\"window\":\"15s\",\"containers\":[{\"name\":\"main\",\"usage\":null}]",
                "\"window\":\"15s\",\"containers\":[{\"name\":\"main\",\"usage\":{\"cpu\":\"lots\",\"memory\":7}}]",
                "\"window\":\"15s\",\"containers\":[{\"name\":\"main\",\"usage\":{\"cpu\":\"-1\",\"memory\":\"-1Ki\"}}]",
                "\"window\":\"15s\",\"containers\":[{\"usage\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}}]",
                "\"window\":\"15s\",\"containers\":[3,\"main\"]",
                "\"timestamp\":\"yesterday\",\"containers\":[{\"name\":\"main\",\"usage\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}}]",
                "\"timestamp\":null,\"containers\":[{\"name\":\"main\",\"usage\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}}]"
            })
    void aPodOfWhichNothingIsToldKeepsNobodyFromBeingLearntOf(String rest) {
        answers.add(list(
                "",
                item("web-1-a", 0, rest),
                item("web-1-b", 0, containers("15s", "{\"cpu\":\"123456789n\",\"memory\":\"131072Ki\"}", SIDE))));
        recommender().runOnce();
        assertThat(target().toString()).isEqualTo("{\"cpu\":\"143m\",\"memory\":\"163378051\"}");
        assertThat(samples()).isEqualTo(1);
    }

    @Test
    void pagesAreReadToTheEnd() {
        answers.add(list("more", item("web-1-a", 0, containers("15s", "{\"cpu\":\"100m\",\"memory\":\"1Mi\"}", SIDE))));
        answers.add(list("", item("web-1-b", 0, containers("15s", "{\"cpu\":\"100m\",\"memory\":\"1Mi\"}", SIDE))));
        recommender().runOnce();
        assertThat(asked).hasSize(2);
        assertThat(asked.getLast()).contains("continue=more");
        assertThat(samples()).isEqualTo(2);
    }

    /** It answers 503 through the aggregation layer, 404 before it is registered, and nothing while it restarts. */
    @ParameterizedTest
    @ValueSource(ints = {503, 404, 500, 0})
    void anOutageLosesNoHistory(int status) throws InterruptedException {
        var recommender = recommender();
        used(0);
        recommender.runOnce();
        used(1);
        recommender.runOnce();
        TestCluster.await(
                "the written status",
                cluster.cluster.vpas(),
                vpas -> vpas.all().stream()
                        .anyMatch(vpa -> vpa.document().path("status").has("recommendation")));
        var before = cluster.vpaStatus();
        answers.clear();
        answers.add(reply(status, """
                {"kind":"Status","status":"Failure","message":"the server is currently unable to handle the request","code":%d}""".formatted(status)));
        for (var minute = 2; minute < 5; minute++) {
            assertThat(recommender.runOnce().samples()).isZero();
        }
        assertThat(cluster.vpaStatus().path("recommendation")).isEqualTo(before.path("recommendation"));
        assertThat(samples()).isEqualTo(2);
        used(5);
        recommender.runOnce();
        assertThat(samples()).isEqualTo(3);
        assertThat(new String(metrics.text(), StandardCharsets.UTF_8))
                .contains("vpa_recommender_metric_server_responses{client_name=\"default\",is_error=\"true\"} 3.0")
                .contains("vpa_recommender_metric_server_responses{client_name=\"default\",is_error=\"false\"} 3.0");
    }

    @Test
    void whatWasReadBeforeAPageFailedCounts() {
        answers.add(list("more", item("web-1-a", 0, containers("15s", "{\"cpu\":\"100m\",\"memory\":\"1Mi\"}", SIDE))));
        answers.add(reply(503, "{\"kind\":\"Status\",\"code\":503}"));
        recommender().runOnce();
        assertThat(samples()).isEqualTo(1);
    }

    @Test
    void aClusterWithoutMetricsSaysSoInTheLogAndInTheStatus() {
        answers.add(reply(
                404,
                "{\"kind\":\"Status\",\"message\":\"the server could not find the requested resource\",\"code\":404}"));
        var recommender = recommender();
        for (var i = 0; i < 3; i++) recommender.runOnce();
        assertThat(troubles)
                .singleElement()
                .asString()
                .startsWith("no metrics: metrics.k8s.io does not tell what pods use");
        var condition = cluster.vpaStatus().at("/conditions/0");
        assertThat(condition.path("type").asText()).isEqualTo("RecommendationProvided");
        assertThat(condition.path("reason").asText()).isEqualTo("NoMetrics");
    }

    @Test
    void theSameSampleIsCountedOnce() {
        var recommender = recommender();
        used(0);
        for (var i = 0; i < 3; i++) recommender.runOnce();
        assertThat(samples()).isEqualTo(1);
    }
}
