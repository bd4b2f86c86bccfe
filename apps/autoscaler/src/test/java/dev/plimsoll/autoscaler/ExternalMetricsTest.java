package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.autoscaler.recommender.ExternalNames;
import dev.plimsoll.autoscaler.recommender.Recommender;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.core.gates.FeatureGates;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Use from external.metrics.k8s.io: vpa.md §2.9. */
// Acceptance of the autoscaler: external-metrics
class ExternalMetricsTest {
    private static final String GROUP = "/apis/external.metrics.k8s.io/v1beta1/namespaces/default/";

    private final Instant start = Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);
    private final List<String> asked = new ArrayList<>();
    private final TestCluster cluster = new TestCluster(FeatureGates.DEFAULT, Adapter::new);
    private boolean isDown;

    /** An adapter for metrics of somebody else. */
    private final class Adapter extends Relay {
        Adapter(Transport server) {
            super(server);
        }

        @Override
        public Reply send(ClientRequest request) throws IOException {
            var target = URLDecoder.decode(request.target(), StandardCharsets.UTF_8);
            if (!target.startsWith(GROUP)) return super.send(request);
            asked.add(target.substring(GROUP.length()).replaceAll("&limit=\\d+|limit=\\d+&", ""));
            if (isDown) return reply(503, "{\"kind\":\"Status\",\"code\":503}");
            return reply(200, """
                    {"kind":"ExternalMetricValueList","apiVersion":"external.metrics.k8s.io/v1beta1","metadata":{},"items":[
                     {"metricName":"m","metricLabels":{"name":"main"},"timestamp":"%1$s","windowSeconds":60,"value":"%2$s"},
                     {"metricName":"m","metricLabels":{},"timestamp":"%1$s","value":"9"},
                     {"metricName":"m","metricLabels":{"name":"main"},"value":"9"}]}""".formatted(start, target.contains("cpu") ? "124m" : "128Mi"));
        }

        private static Reply reply(int status, String body) {
            return new Reply(status, Map.of(), body.getBytes(StandardCharsets.UTF_8));
        }
    }

    @BeforeEach
    void aPodRuns() throws InterruptedException {
        cluster.node();
        cluster.deployment(1);
        cluster.vpa("Off", "{\"containerPolicies\":[{\"containerName\":\"*\",\"minAllowed\":{\"memory\":\"1Mi\"}}]}");
        cluster.pod("web-1-a", "", "[{\"name\":\"main\",\"image\":\"i\"},{\"name\":\"side\",\"image\":\"i\"}]");
        cluster.running("web-1-a", "[]");
        cluster.usage("web-1-a", start, Map.of("main", "7,7Gi"));
        cluster.started();
    }

    private final List<String> troubles = new ArrayList<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private Recommender recommender(ExternalNames names) {
        var settings = RecommenderSettings.DEFAULT
                .withIntervals(Duration.ofSeconds(1), Duration.ZERO)
                .withExternal(names);
        return new Parts(cluster).recommender(cluster.client, settings, new Metrics(), troubles::add);
    }

    @Test
    void eachPodIsAskedForByItsObjectsSelectorAndItsName() {
        recommender(new ExternalNames("container_cpu", "container_memory", "name"))
                .runOnce();
        assertThat(asked)
                .containsExactly(
                        "container_cpu?labelSelector=app=web,pod=web-1-a",
                        "container_memory?labelSelector=app=web,pod=web-1-a");
        assertThat(cluster.vpaStatus()
                        .at("/recommendation/containerRecommendations/0/target/cpu")
                        .asText())
                .as("124m, not the 7 cores of metrics.k8s.io")
                .isEqualTo("143m");
    }

    @Test
    void aResourceWithoutAMetricIsNotAskedFor() {
        recommender(new ExternalNames("container_cpu", "", "name")).runOnce();
        assertThat(asked).hasSize(1);
    }

    @Test
    void anAdapterThatIsDownCostsNothing() {
        var recommender = recommender(new ExternalNames("container_cpu", "container_memory", "name"));
        recommender.runOnce();
        isDown = true;
        assertThat(recommender.runOnce().samples()).isZero();
        assertThat(troubles).containsExactly("no metrics: external.metrics.k8s.io does not tell all that pods use");
        assertThat(cluster.get(AutoscalerResources.CHECKPOINTS, "web-main")
                        .at("/status/totalSamplesCount")
                        .asInt())
                .isEqualTo(1);
    }
}
