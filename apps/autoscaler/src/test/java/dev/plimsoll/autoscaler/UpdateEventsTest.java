package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.autoscaler.updater.UpdateEvents;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.events.About;
import dev.plimsoll.client.events.EventRecorder;
import dev.plimsoll.client.events.EventSource;
import dev.plimsoll.client.events.Occurrence;
import dev.plimsoll.client.pace.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Events say what was changed from what to what, why a pod had to go, and which quota is in the way by how much. */
// Acceptance of the autoscaler: says-why
class UpdateEventsTest {
    private static final String WHOLE = "\"resources\":{\"requests\":{\"cpu\":\"2\",\"memory\":\"4Gi\"}},";

    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        cluster.close();
    }

    /** @param reason of the event, with what it is about */
    private record Told(String reason, String message) {}

    private void lives(String mode, String target) throws InterruptedException {
        cluster.node();
        cluster.deployment(2);
        cluster.vpa(mode, "{}");
        for (var pod : List.of("web-1-a", "web-1-b")) {
            cluster.pod(pod, WHOLE, "[{\"name\":\"main\",\"image\":\"i\"}]");
            cluster.running(pod, "[]");
        }
        cluster.recommend("""
                {"containerRecommendations":[{"containerName":"main","target":%1$s,"lowerBound":%1$s,"upperBound":%1$s}],
                 "podRecommendation":{"target":%1$s,"lowerBound":%1$s,"upperBound":%1$s}}""".formatted(target));
        // As a recommender leaves it.
        var conditions = TestCluster.json("""
                {"status":{"conditions":[{"type":"RecommendationProvided","status":"True"}]}}""");
        assertThat(cluster.client
                        .patch(
                                AutoscalerResources.VPAS.sub("status"),
                                new ObjectName("default", "web"),
                                new Patch.Merge(conditions))
                        .problem())
                .isEmpty();
        cluster.started();
    }

    /** All events of one round of the updater. */
    private List<Told> round() throws InterruptedException {
        var sent = new LinkedBlockingQueue<String>();
        var noting = cluster.client(server -> new Relay(server) {
            @Override
            public Reply send(ClientRequest request) throws IOException {
                if (request.target().contains("/events")) sent.add(new String(request.body(), StandardCharsets.UTF_8));
                return super.send(request);
            }
        });
        var events = new EventRecorder(noting, new EventSource("vpa-updater", ""), Time.system(), new Random(5));
        var sender = Thread.ofVirtual().start(events);
        new Parts(cluster)
                .updater(cluster.client, Parts.UPDATING, new UpdateEvents(events, new Metrics().updater()))
                .runOnce();
        events.record(
                new About("v1", "Pod", "default", "web-1-a", "u", "", ""),
                Occurrence.Type.NORMAL,
                "Last",
                "All is sent.");
        var told = new ArrayList<Told>();
        while (true) {
            var text = sent.poll(30, TimeUnit.SECONDS);
            assertThat(text).as("the last event").isNotNull();
            var event = ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
            if (event.path("reason").asText().equals("Last")) break;
            var message = event.path(event.has("note") ? "note" : "message").asText();
            told.add(new Told(event.path("reason").asText(), message));
        }
        sender.interrupt();
        return told;
    }

    @Test
    @DisplayName("of an eviction: the values before and after, told of the pod and of the object")
    void evicted() throws InterruptedException {
        lives("Recreate", "{\"cpu\":\"500m\",\"memory\":\"1Gi\"}");
        var told = round();
        assertThat(told).extracting(Told::reason).contains("EvictedByVPA", "EvictedPod");
        assertThat(told)
                .filteredOn(each -> each.reason().startsWith("Evicted"))
                .extracting(Told::message)
                .allSatisfy(message ->
                        assertThat(message).contains("pod cpu request 2 to 500m", "pod memory request 4Gi to 1Gi"));
    }

    @Test
    @DisplayName("of a resize: the values before and after")
    void resized() throws InterruptedException {
        lives("InPlaceOrRecreate", "{\"cpu\":\"500m\",\"memory\":\"4Gi\"}");
        assertThat(round()).anySatisfy(each -> {
            assertThat(each.reason()).isEqualTo("InPlaceResizedByVPA");
            assertThat(each.message()).contains("pod cpu request 2 to 500m");
        });
    }

    @Test
    @DisplayName("of a quota: its name, what was asked for and what is left")
    void quota() throws InterruptedException {
        cluster.create(AutoscalerResources.QUOTAS, TestCluster.json("""
                {"metadata":{"namespace":"default","name":"small"},"spec":{"hard":{"requests.cpu":"5"}}}"""));
        lives("Recreate", "{\"cpu\":\"4\",\"memory\":\"4Gi\"}");
        TestCluster.await(
                "the quota's use",
                cluster.cluster.pods(),
                _ -> cluster.cluster.quotas("default").stream()
                        .anyMatch(quota -> !quota.used().isEmpty()));
        assertThat(round()).isNotEmpty().allSatisfy(each -> {
            assertThat(each.reason()).isEqualTo("PodLevelUpdateQuotaExceeded");
            assertThat(each.message())
                    .contains(
                            "exceeded quota: small",
                            "requests.cpu=2",
                            "used: requests.cpu=4",
                            "limited: requests.cpu=5");
        });
        assertThat(cluster.vpaStatus().path("conditions").findValuesAsText("message"))
                .anySatisfy(message -> assertThat(message).contains("exceeded quota: small"));
    }
}
