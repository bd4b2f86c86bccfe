package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings.Maxima;
import dev.plimsoll.autoscaler.updater.UpdateEvents;
import dev.plimsoll.autoscaler.updater.UpdaterSettings;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.events.About;
import dev.plimsoll.client.events.EventRecorder;
import dev.plimsoll.client.events.EventSource;
import dev.plimsoll.client.events.Occurrence;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.Quantity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recommender, updater and webhook over one cluster: what is used, what is recommended, and what pods get of it. */
// Acceptance of the autoscaler: excluded, refused, class, bounds, says-why
class WholePodTest {
    private static final String GUARANTEED = """
            "resources":{"requests":{"cpu":"500m","memory":"800Mi"},"limits":{"cpu":"500m","memory":"800Mi"}},""";
    private static final String AB = "[{\"name\":\"a\",\"image\":\"i\"},{\"name\":\"b\",\"image\":\"i\"}]";
    private static final Map<String, String> USED = Map.of("a", "40m,480Mi", "b", "20m,60Mi");
    private static final AutoscalerGates WITHOUT_POD_LEVEL = AutoscalerGates.of(AutoscalerGate.IN_PLACE);

    private final TestCluster cluster = new TestCluster();
    private final Heard heard = new Heard();
    private final Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(3600);
    private RecommenderSettings learning = Parts.LEARNING;
    private UpdaterSettings updating = Parts.UPDATING;

    @AfterEach
    void close() {
        cluster.close();
    }

    /** Two pods that ran for an hour, and a recommendation for them. */
    private void lives(String mode, String policy, String podLevel, String containers) throws InterruptedException {
        cluster.node();
        cluster.deployment(2);
        cluster.vpa(mode, policy);
        for (var pod : List.of("web-1-a", "web-1-b")) {
            cluster.pod(pod, podLevel, containers);
            cluster.running(pod, "[]");
        }
        cluster.started();
        learns(USED);
    }

    private void learns(Map<String, String> used) throws InterruptedException {
        var recommender = new Parts(cluster).recommender(learning);
        for (var minute = 0; minute < 3; minute++) {
            for (var pod : List.of("web-1-a", "web-1-b")) cluster.usage(pod, start.plusSeconds(60L * minute), used);
            recommender.runOnce();
        }
        recommender.close();
        seesOwnStatus();
    }

    private void seesOwnStatus() throws InterruptedException {
        var version = cluster.get(AutoscalerResources.VPAS, "web").at("/status");
        TestCluster.await(
                "the written status",
                cluster.cluster.vpas(),
                vpas -> vpas.all().stream()
                        .anyMatch(vpa -> vpa.document().path("status").equals(version)));
    }

    private void updates() {
        new Parts(cluster).updater(cluster.client, updating, heard).runOnce();
    }

    /** A pod of the same template after the webhook has seen it. */
    private ObjectNode made(String podLevel, String containers, String annotations) throws GeneralSecurityException {
        var reviews = new Parts(cluster).reviews(Parts.admission());
        var review = ClientJson.object();
        var request = review.putObject("request").put("uid", "u").put("namespace", "default");
        request.put("operation", "CREATE").putObject("resource").put("resource", "pods");
        request.putObject("kind").put("kind", "Pod");
        request.set("object", TestCluster.json("""
                {"metadata":{"name":"web-1-c","namespace":"default","labels":{"app":"web"},%s"ownerReferences":[
                 {"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-1","uid":"r","controller":true}]},
                 "spec":{%s"containers":%s}}""", annotations, podLevel, containers));
        var response = ClientJson.read(reviews.answer(ClientJson.bytes(review)))
                .orElseThrow()
                .path("response");
        var patch = ClientJson.object();
        var text = new String(Base64.getDecoder().decode(response.path("patch").asText()), StandardCharsets.UTF_8);
        ClientJson.read(("{\"list\":" + (text.isEmpty() ? "[]" : text) + "}").getBytes(StandardCharsets.UTF_8))
                .orElseThrow()
                .path("list")
                .forEach(operation -> patch.set(
                        operation.path("op").asText() + " "
                                + operation.path("path").asText(),
                        operation.path("value")));
        return patch;
    }

    private String target(String resource) {
        return cluster.vpaStatus()
                .at("/recommendation/podRecommendation/target/" + resource)
                .asText();
    }

    private JsonNode condition(String type) {
        for (var condition : cluster.vpaStatus().path("conditions")) {
            if (condition.path("type").asText().equals(type)) return condition;
        }
        return ClientJson.object();
    }

    private static long bytes(String quantity) {
        return Quantity.of(quantity).value();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "{'containerPolicies':[{'containerName':'a','mode':'Off'}]}",
                "{'containerPolicies':[{'containerName':'a','controlledResources':['cpu']}]}",
                "{'containerPolicies':[{'containerName':'a','mode':'RecommendationOnly'}]}"
            })
    @DisplayName("an excluded container counts with what it uses, in the status, in place and in a new pod")
    void excluded(String policy) throws InterruptedException, GeneralSecurityException {
        lives("InPlaceOrRecreate", policy.replace('\'', '"'), GUARANTEED, AB);
        assertThat(bytes(target("memory"))).isBetween(bytes("550Mi"), bytes("800Mi"));
        updates();
        assertThat(heard.told).containsExactly("resized");
        var limits = List.of("web-1-a", "web-1-b").stream()
                .map(pod -> cluster.get(ApiResource.PODS, pod)
                        .at("/spec/resources/limits/memory")
                        .asText())
                .toList();
        assertThat(limits).containsExactlyInAnyOrder("800Mi", target("memory"));
        assertThat(made(GUARANTEED, AB, "")
                        .path("add /spec/resources/limits/memory")
                        .asText())
                .isEqualTo(target("memory"));
    }

    @Test
    @DisplayName("a pod is not lowered while nothing is known of one of its containers")
    void unknown() throws InterruptedException, GeneralSecurityException {
        var three = AB.replace("]", ",{\"name\":\"silent\",\"image\":\"i\"}]");
        lives("Recreate", "{}", GUARANTEED, three);
        assertThat(target("memory")).isEqualTo("800Mi");
        updates();
        assertThat(heard.told).isEmpty();
        assertThat(made(GUARANTEED, three, "")
                        .path("add /metadata/annotations/vpaUpdates")
                        .asText())
                .contains("memory not lowered, nothing is known of silent");
    }

    @Test
    @DisplayName("without the gate no pod is evicted that could not be made again, and a condition says why")
    void gateOff() throws InterruptedException, GeneralSecurityException {
        updating = updating.withGates(WITHOUT_POD_LEVEL);
        learning = learning.withGates(WITHOUT_POD_LEVEL);
        lives(
                "Recreate",
                "{\"containerPolicies\":[{\"containerName\":\"*\",\"minAllowed\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}}]}",
                GUARANTEED,
                AB);
        updates();
        assertThat(heard.told).isEmpty();
        var blocked = condition("UpdatesBlocked");
        assertThat(blocked.path("reason").asText()).isEqualTo("WouldBeRefused");
        assertThat(blocked.path("message").asText())
                .startsWith("cpu: spec.resources.requests")
                .contains("must be greater than or equal to aggregate container requests");
    }

    @Test
    @DisplayName("the maximum of a flag is below the policy's minimum: status, running and new pods agree")
    void bounds() throws InterruptedException, GeneralSecurityException {
        learning = learning.withMaxima(new Maxima(ResourceAmounts.ABSENT, ResourceAmounts.parse("cpu=400m")));
        lives("InPlaceOrRecreate", "{\"podPolicies\":{\"minAllowed\":{\"cpu\":\"2\"}}}", GUARANTEED, AB);
        assertThat(target("cpu")).isEqualTo("400m");
        assertThat(cluster.vpaStatus()
                        .at("/recommendation/podRecommendation/maxAllowed/cpu")
                        .asText())
                .isEqualTo("400m");
        assertThat(made(GUARANTEED, AB, "")
                        .path("add /spec/resources/requests/cpu")
                        .asText())
                .isEqualTo("400m");
        updates();
        var requests = List.of("web-1-a", "web-1-b").stream()
                .map(pod -> cluster.get(ApiResource.PODS, pod)
                        .at("/spec/resources/requests/cpu")
                        .asText())
                .toList();
        assertThat(requests).containsExactlyInAnyOrder("500m", "400m");
    }

    @Test
    @DisplayName("RequestsOnly neither evicts nor resizes a Guaranteed pod, and a condition says why")
    void guaranteed() throws InterruptedException, GeneralSecurityException {
        lives("InPlaceOrRecreate", "{\"podPolicies\":{\"controlledValues\":\"RequestsOnly\"}}", GUARANTEED, AB);
        updates();
        assertThat(heard.told).isEmpty();
        assertThat(condition("UpdatesBlocked").path("reason").asText()).isEqualTo("ClassWouldChange");
        assertThat(condition("UpdatesBlocked").path("message").asText())
                .isEqualTo("cpu: the pod would no longer be Guaranteed but Burstable");
        assertThat(made(GUARANTEED, AB, "").has("add /spec/resources/requests/cpu"))
                .isFalse();
        learns(USED);
        assertThat(condition("UpdatesBlocked").path("reason").asText())
                .as("the recommender carries it along")
                .isEqualTo("ClassWouldChange");
    }

    @Test
    @DisplayName("a new pod is not given what a quota would refuse")
    void quota() throws InterruptedException, GeneralSecurityException {
        cluster.create(AutoscalerResources.QUOTAS, TestCluster.json("""
                {"metadata":{"namespace":"default","name":"small"},"spec":{"hard":{"requests.memory":"2500Mi"}}}"""));
        lives("Initial", "{\"podPolicies\":{\"minAllowed\":{\"memory\":\"2Gi\"}}}", GUARANTEED, AB);
        TestCluster.await(
                "the quota's use",
                cluster.cluster.pods(),
                _ -> cluster.cluster.quotas("default").stream()
                        .anyMatch(quota -> !quota.used().isEmpty()));
        var patch = made(GUARANTEED, AB, "");
        assertThat(patch.has("add /spec/resources/requests/memory")).isFalse();
        assertThat(patch.path("add /metadata/annotations/vpaUpdates").asText())
                .contains("left unchanged, exceeded quota: small, requested: requests.memory=2Gi");
    }

    @Test
    @DisplayName("notes of another pod that a template was copied from are not trusted")
    void staleNotes() throws InterruptedException, GeneralSecurityException {
        lives("Initial", "{}", GUARANTEED, AB);
        var stale = """
                "annotations":{"vpaPodLevelResources":"{\\"original\\":{\\"requests\\":{\\"memory\\":\\"1Mi\\"},\\"limits\\":{\\"memory\\":\\"1Gi\\"}},\\"containers\\":{},\\"applied\\":{\\"pod\\":{\\"requests\\":{\\"memory\\":\\"7Mi\\"}},\\"containers\\":{}}}",
                 "vpaCpuStartupBoost/a":"{\\"requests\\":{\\"cpu\\":\\"1m\\"},\\"limits\\":{}}"},""";
        var patch = made(GUARANTEED, AB, stale);
        assertThat(patch.path("add /spec/resources/limits/memory").asText()).isEqualTo(target("memory"));
        assertThat(patch.path("add /metadata/annotations/vpaPodLevelResources").asText())
                .contains("\"original\":{\"requests\":{\"cpu\":\"500m\",\"memory\":\"800Mi\"}");
        assertThat(patch.has("remove /metadata/annotations/vpaCpuStartupBoost~1a"))
                .isTrue();
    }

    @Test
    @DisplayName("limits follow requests beyond maxAllowed unless its scope says otherwise")
    void scope() throws InterruptedException, GeneralSecurityException {
        var burstable = GUARANTEED.replace("\"limits\":{\"cpu\":\"500m\"", "\"limits\":{\"cpu\":\"1\"");
        lives(
                "Initial",
                "{\"podPolicies\":{\"minAllowed\":{\"cpu\":\"600m\"},\"maxAllowed\":{\"cpu\":\"700m\"},\"maxAllowedScope\":\"RequestsAndLimits\"}}",
                burstable,
                AB);
        var patch = made(burstable, AB, "");
        assertThat(patch.path("add /spec/resources/requests/cpu").asText()).isEqualTo("600m");
        assertThat(patch.path("add /spec/resources/limits/cpu").asText()).isEqualTo("700m");
    }

    @Test
    @DisplayName("a second object for a target says that it does nothing")
    void secondObject() throws InterruptedException {
        lives("Off", "{}", GUARANTEED, AB);
        var second = TestCluster.vpa("web-too", "{\"updateMode\":\"Off\"}", "{}");
        second.withObject("/spec/targetRef").put("name", "web");
        cluster.create(AutoscalerResources.VPAS, second);
        TestCluster.await(
                "both objects", cluster.cluster.vpas(), vpas -> vpas.all().size() == 2);
        new Parts(cluster).recommender(learning).runOnce();
        var conditions = cluster.get(AutoscalerResources.VPAS, "web-too")
                .at("/status/conditions")
                .toString();
        assertThat(conditions).contains("Ineffective", "AnotherVPA", "VerticalPodAutoscaler web has the same target");
        assertThat(condition("Ineffective")).isEmpty();
    }

    @Test
    @DisplayName("an object all of whose containers are off says so")
    void allOff() throws InterruptedException {
        lives("Recreate", "{\"containerPolicies\":[{\"containerName\":\"*\",\"mode\":\"Off\"}]}", GUARANTEED, AB);
        assertThat(condition("Ineffective").path("reason").asText()).isEqualTo("AllContainersOff");
        updates();
        assertThat(heard.told).isEmpty();
    }

    @Test
    @DisplayName("too few replicas are told")
    void tooFewReplicas() throws InterruptedException {
        lives("Recreate", "{}", GUARANTEED, AB);
        cluster.client.delete(
                ApiResource.PODS,
                new dev.plimsoll.client.ObjectName("default", "web-1-b"),
                dev.plimsoll.client.DeleteOptions.atOnce(""));
        TestCluster.await("one pod", cluster.cluster.pods(), pods -> pods.all().size() == 1);
        updates();
        assertThat(condition("UpdatesBlocked").path("message").asText())
                .isEqualTo("ReplicaSet web-1 has 1 live pods, and minReplicas is 2");
    }

    @Test
    @DisplayName("a HorizontalPodAutoscaler that comes later is noticed in the next round, and so is its end")
    void horizontalRival() throws InterruptedException {
        lives("Recreate", "{}", GUARANTEED, AB);
        assertThat(condition("HorizontalRival")).isEmpty();
        try (var recommender = new Parts(cluster).recommender(learning)) {
            recommender.runOnce();
            rival();
            TestCluster.await(
                    "the rival",
                    cluster.cluster.scalers(),
                    scalers -> !scalers.all().isEmpty());
            recommender.runOnce();
            assertThat(condition("HorizontalRival").path("message").asText())
                    .startsWith(
                            "HorizontalPodAutoscaler web-replicas scales the same target by the utilization of cpu");
            cluster.client.delete(
                    AutoscalerResources.HPAS,
                    new dev.plimsoll.client.ObjectName("default", "web-replicas"),
                    dev.plimsoll.client.DeleteOptions.atOnce(""));
            TestCluster.await(
                    "its end",
                    cluster.cluster.scalers(),
                    scalers -> scalers.all().isEmpty());
            seesOwnStatus();
            recommender.runOnce();
        }
        assertThat(condition("HorizontalRival")).isEmpty();
    }

    private void rival() {
        cluster.create(AutoscalerResources.HPAS, TestCluster.json("""
                {"metadata":{"namespace":"default","name":"web-replicas"},"spec":{"minReplicas":1,"maxReplicas":5,
                 "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"},"metrics":[{"type":"Resource",
                 "resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":50}}}]}}"""));
    }

    @Test
    @DisplayName("a LimitRange for containers of pods that are scaled as a whole is told")
    void containerRange() throws InterruptedException {
        cluster.create(AutoscalerResources.LIMIT_RANGES, TestCluster.json("""
                {"metadata":{"namespace":"default","name":"defaults"},"spec":{"limits":[{"type":"Container","min":{"cpu":"1m"}}]}}"""));
        lives("Recreate", "{}", GUARANTEED, AB);
        updates();
        assertThat(heard.told).contains("LimitRange defaults");
    }

    @Test
    @DisplayName(
            "events of a LimitRange for containers come once for each object, however many rounds and pods there are")
    void containerRangeOnce() throws InterruptedException {
        cluster.create(AutoscalerResources.LIMIT_RANGES, TestCluster.json("""
                {"metadata":{"namespace":"default","name":"defaults"},"spec":{"limits":[{"type":"Container","min":{"cpu":"1m"}}]}}"""));
        lives("Recreate", "{}", GUARANTEED, AB);
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
        var updater =
                new Parts(cluster).updater(cluster.client, updating, new UpdateEvents(events, new Metrics().updater()));
        updater.runOnce();
        updater.runOnce();
        events.record(
                new About("v1", "Pod", "default", "web-1-a", "u", "", ""),
                Occurrence.Type.NORMAL,
                "Last",
                "Everything before was sent.");
        var told = 0;
        for (var event = sent.poll(30, TimeUnit.SECONDS); ; event = sent.poll(30, TimeUnit.SECONDS)) {
            assertThat(event).as("the last event").isNotNull();
            if (event.contains("LimitRangeForContainers")) told++;
            if (event.contains("Everything before was sent.")) break;
        }
        sender.interrupt();
        assertThat(told).isEqualTo(1);
    }
}
