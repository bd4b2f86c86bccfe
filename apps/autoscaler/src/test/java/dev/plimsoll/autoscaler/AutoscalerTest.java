package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.autoscaler.cluster.DefinitionCheck;
import dev.plimsoll.autoscaler.cluster.NamespaceFilter;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.autoscaler.updater.UpdaterSettings;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.pace.Time;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** All loops together: use is seen, recommended for and applied to the running pod. */
// Acceptance of the autoscaler: definitions
class AutoscalerTest {
    private static final Duration SHORT = Duration.ofMillis(50);

    private final TestCluster cluster = new TestCluster();
    private final Queue<String> troubles = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    /** A clock that moves when somebody sleeps. */
    private static final class SteppedTime implements Time {
        private long nanos;
        private int slept;

        @Override
        public Instant instant() {
            return Instant.EPOCH.plusNanos(nanos);
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void sleep(Duration duration) {
            nanos += duration.toNanos();
            slept++;
        }
    }

    private Autoscaler autoscaler() {
        return autoscaler(cluster.client);
    }

    private Autoscaler autoscaler(ApiClient client) {
        var settings = new AutoscalerSettings(
                RecommenderSettings.DEFAULT.withGates(AutoscalerSettings.NEW).withIntervals(SHORT, SHORT),
                UpdaterSettings.DEFAULT
                        .withGates(AutoscalerSettings.NEW)
                        .withoutAdmission()
                        .withInterval(SHORT),
                null,
                NamespaceFilter.ALL,
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                AutoscalerSettings.Election.usual("test-1"));
        return new Autoscaler(client, client, settings, Pace.usual(Time.system()), Parts.context(this::told));
    }

    /** Who leads is told, and is no trouble. */
    private void told(String message) {
        if (!message.contains("the leader of ")) troubles.add(message);
    }

    /** Upstream's definition, as far as it matters. */
    private static final class WithUpstreamsDefinition extends Relay {
        WithUpstreamsDefinition(Transport server) {
            super(server);
        }

        @Override
        public Reply send(ClientRequest request) throws IOException {
            if (!request.target().contains("/customresourcedefinitions/")) return super.send(request);
            var definition = """
                    {"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1","spec":{"versions":[{"name":"v1","schema":{
                    "openAPIV3Schema":{"properties":{"spec":{"properties":{"resourcePolicy":{"properties":{}}}}}}}}]}}""";
            return new Reply(200, Map.of(), definition.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void aDefinitionThatWouldDropOurFieldsIsNamedAndNothingStarts() {
        try (var autoscaler = autoscaler(cluster.client(WithUpstreamsDefinition::new))) {
            assertThatThrownBy(autoscaler::start)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("verticalpodautoscalers.autoscaling.k8s.io lacks ")
                    .hasMessageContaining("spec.resourcePolicy.podPolicies")
                    .hasMessageContaining("apply deploy/autoscaler/crds.yaml");
            assertThat(autoscaler.endpoint()).isEmpty();
        }
    }

    /** Answers every question about the definition in another way than the server, as often as is given. */
    private static final class WithoutAnswer extends Relay {
        private final int status;
        private final AtomicInteger left;

        WithoutAnswer(Transport server, int status, int times) {
            super(server);
            this.status = status;
            this.left = new AtomicInteger(times);
        }

        @Override
        public Reply send(ClientRequest request) throws IOException {
            if (!request.target().contains("/customresourcedefinitions/") || left.getAndDecrement() <= 0) {
                return super.send(request);
            }
            return new Reply(status, Map.of(), "{}".getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void aDefinitionIsAskedForUntilThereIsAnAnswer() throws InterruptedException {
        var clock = new SteppedTime();
        var client = cluster.client(server -> new WithoutAnswer(new WithUpstreamsDefinition(server), 503, 3));
        var result = new DefinitionCheck(client).run(Duration.ofMinutes(1), clock, new Random(1));
        assertThat(result).isInstanceOf(DefinitionCheck.Result.Lacking.class);
        assertThat(clock.slept).isEqualTo(3);
    }

    @Test
    void aDefinitionThatCannotBeReadIsNamedAndNothingStarts() throws InterruptedException {
        var clock = new SteppedTime();
        var client = cluster.client(server -> new WithoutAnswer(server, 403, Integer.MAX_VALUE));
        var result = new DefinitionCheck(client).run(Duration.ofMinutes(1), clock, new Random(1));
        assertThat(result).isInstanceOf(DefinitionCheck.Result.Unknown.class);
        assertThat(Duration.ofNanos(clock.nanos())).isLessThanOrEqualTo(Duration.ofMinutes(1));
        assertThat(result.problem())
                .startsWith("the CustomResourceDefinition verticalpodautoscalers.autoscaling.k8s.io could not be read")
                .endsWith("or start without the gate PodLevelResources");
    }

    @Test
    void aPodThatAsksForTooMuchIsResizedToWhatItUses() throws IOException, InterruptedException {
        cluster.node();
        cluster.deployment(2);
        cluster.vpa("InPlaceOrRecreate", "{}");
        for (var pod : new String[] {"web-1-a", "web-1-b"}) {
            cluster.pod(
                    pod,
                    "\"resources\":{\"requests\":{\"cpu\":\"30\",\"memory\":\"64Gi\"}},",
                    "[{\"name\":\"main\",\"image\":\"i\"}]");
            cluster.running(pod, "[]");
            cluster.usage(pod, Instant.now(), Map.of("main", "200m,1Gi"));
        }
        cluster.started();
        try (var autoscaler = autoscaler()) {
            autoscaler.start();
            TestCluster.await(
                    "smaller pods",
                    cluster.cluster.pods(),
                    pods -> pods.all().stream()
                            .allMatch(pod -> pod.pod()
                                    .spec()
                                    .resources()
                                    .requests()
                                    .toString()
                                    .startsWith("cpu=247m,memory=1")));
            // The note on a pod is written after the resize was counted.
            TestCluster.await(
                    "notes on the pods",
                    cluster.cluster.pods(),
                    pods -> pods.all().stream()
                            .allMatch(pod -> pod.pod().metadata().annotations().containsKey("vpaInPlaceUpdated")));
            var port = autoscaler.endpoint().orElseThrow().port();
            assertThat(page(port, "/metrics"))
                    .contains("vpa_updater_in_place_updated_pods_total{vpa_size_log2=\"1\"} 2.0")
                    .contains("vpa_quality_usage_recommendation_relative_diffs_bucket")
                    .contains("vpa_recommender_execution_latency_seconds_count{step=\"LoadMetrics\"}")
                    .contains(
                            "vpa_updater_controlled_pods_total{update_mode=\"InPlaceOrRecreate\",vpa_size_log2=\"1\"} 2.0")
                    .contains("vpa_recommender_aggregate_container_states_count")
                    .contains("# TYPE vpa_updater_controlled_pods_total gauge")
                    .contains("# TYPE vpa_updater_in_place_updated_pods_total counter")
                    .contains("# TYPE vpa_recommender_metric_server_responses counter")
                    .contains("vpa_resources_get_resources_count{source=\"pod_spec_container\"}")
                    .contains("process_cpu_seconds_total", "jvm_memory_used_bytes{area=\"heap\"}");
            assertThat(page(port, "/health-check")).isEqualTo("OK");
        }
        assertThat(troubles).isEmpty();
    }

    private static String page(int port, String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        try (var http = HttpClient.newHttpClient()) {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    @Test
    void itGoesOnAfterARestart() throws IOException, InterruptedException {
        cluster.node();
        cluster.deployment(2);
        cluster.vpa("Off", "{}");
        cluster.started();
        for (var round = 0; round < 2; round++) {
            cluster.pod("web-1-" + round, "", "[{\"name\":\"main\",\"image\":\"i\"}]");
            cluster.running("web-1-" + round, "[]");
            cluster.usage("web-1-" + round, Instant.now().plusSeconds(round), Map.of("main", "200m,1Gi"));
            try (var autoscaler = autoscaler()) {
                autoscaler.start();
                TestCluster.await(
                        "a recommendation",
                        cluster.cluster.vpas(),
                        vpas -> vpas.all().stream()
                                .allMatch(vpa ->
                                        !vpa.recommendation().containers().isEmpty()));
            }
        }
        assertThat(troubles).isEmpty();
    }
}
