package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.core.estimation.application.Originals;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.PodLevelSupport;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.objects.autoscaling.vertical.OriginalsAnnotation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An API server without the gate for the pod level drops what a pod is given as a whole. */
// Acceptance of the autoscaler: refused
class DroppedPodLevelTest {
    private static final String CONTAINERS = "[{\"name\":\"main\",\"image\":\"i\"}]";
    private static final String WHOLE = "\"resources\":{\"requests\":{\"cpu\":\"50m\"}},";
    private static final List<String> PODS = List.of("web-1-a", "web-1-b");
    private static final FeatureGates WITHOUT = FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES, false);

    private final Heard heard = new Heard();

    /** A server whose page of metrics is another one. */
    private static UnaryOperator<Transport> metrics(int status, String page) {
        return server -> new Relay(server) {
            @Override
            public Reply send(ClientRequest request) throws IOException {
                return request.target().equals("/metrics")
                        ? new Reply(status, Map.of(), page.getBytes(StandardCharsets.UTF_8))
                        : super.send(request);
            }
        };
    }

    /** The webhook has given a pod more as a whole, and the server has dropped it. */
    private static void dropped(TestCluster cluster, String pod) {
        cluster.pod(pod, WHOLE, CONTAINERS);
        var asked = PodSpec.builder()
                .podLevel("cpu=50m", "")
                .container("main", "", "")
                .build();
        var given = PodSpec.builder()
                .podLevel("cpu=500m", "")
                .container("main", "", "")
                .build();
        var change = ClientJson.object();
        change.putObject("metadata")
                .putObject("annotations")
                .put(
                        Originals.ANNOTATION,
                        OriginalsAnnotation.text(Originals.of(asked), ManagedLevel.POD_AND_CONTAINERS, given));
        assertThat(cluster.client
                        .patch(ApiResource.PODS, new ObjectName("default", pod), new Patch.Merge(change))
                        .problem())
                .isEmpty();
        assertThat(cluster.get(ApiResource.PODS, pod).path("spec").has("resources"))
                .isFalse();
        cluster.running(pod, "[]");
    }

    private void updated(TestCluster cluster, String mode) throws InterruptedException {
        cluster.vpa("Recreate", "{\"podPolicies\":{\"mode\":\"%s\"}}".formatted(mode));
        cluster.started();
        var start = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(3600);
        try (var recommender = new Parts(cluster).recommender(Parts.LEARNING)) {
            for (var minute = 0; minute < 3; minute++) {
                for (var pod : PODS) {
                    cluster.usage(pod, start.plusSeconds(60L * minute), Map.of("main", "450m,300Mi"));
                }
                recommender.runOnce();
            }
        }
        TestCluster.await(
                "the written status",
                cluster.cluster.vpas(),
                vpas -> vpas.all().stream()
                        .anyMatch(vpa -> !vpa.recommendation().containers().isEmpty()));
        new Parts(cluster).updater(cluster.client, Parts.UPDATING, heard).runOnce();
    }

    private void leftAlone(TestCluster cluster, String why) {
        assertThat(heard.told).doesNotContain("evicted", "resized");
        assertThat(heard.reasons).contains("unavailable");
        assertThat(cluster.get(AutoscalerResources.VPAS, "web")
                        .path("status")
                        .path("conditions")
                        .findValuesAsText("message"))
                .anySatisfy(message -> assertThat(message).contains(why));
    }

    private static TestCluster started(FeatureGates gates, UnaryOperator<Transport> between) {
        var cluster = new TestCluster(gates, between);
        cluster.node();
        cluster.deployment(2);
        return cluster;
    }

    private void droppedAndLeftAlone(UnaryOperator<Transport> between) throws InterruptedException {
        try (var cluster = started(WITHOUT, between)) {
            for (var pod : PODS) dropped(cluster, pod);
            updated(cluster, "PodAndContainers");
            leftAlone(cluster, "its gate PodLevelResources is off");
        }
    }

    @Test
    @DisplayName("its pods are not evicted again and again, and the object says why")
    void known() throws InterruptedException {
        droppedAndLeftAlone(UnaryOperator.identity());
    }

    @Test
    @DisplayName("where the page of metrics may not be read, the first pod that has lost its resources tells it")
    void unknown() throws InterruptedException {
        droppedAndLeftAlone(metrics(403, "{}"));
    }

    @Test
    @DisplayName(
            "until the server has said what it makes of them, pods with resources as a whole are left alone by updater and webhook")
    void unanswered() throws InterruptedException, GeneralSecurityException {
        var silent = new AtomicBoolean(true);
        var answered = new CountDownLatch(1);
        UnaryOperator<Transport> between = server -> new Relay(server) {
            @Override
            public Reply send(ClientRequest request) throws IOException {
                if (!request.target().equals("/metrics")) return super.send(request);
                if (silent.get()) throw new IOException("nobody is there");
                var reply = super.send(request);
                answered.countDown();
                return reply;
            }
        };
        try (var cluster = started(FeatureGates.DEFAULT, between)) {
            for (var pod : PODS) {
                cluster.pod(pod, WHOLE, CONTAINERS);
                cluster.running(pod, "[]");
            }
            updated(cluster, "Auto");
            leftAlone(cluster, "it is not known whether the API server keeps the resources");
            leftAlone(cluster, "nobody is there");
            assertThat(patched(cluster)).doesNotContain("/spec/resources");

            silent.set(false);
            assertThat(answered.await(60, TimeUnit.SECONDS)).as("asked again").isTrue();
            // What it answered is known a moment later.
            while (cluster.cluster.gates().podLevel() == PodLevelSupport.Server.UNKNOWN) Thread.onSpinWait();
            assertThat(patched(cluster)).contains("/spec/resources");
            new Parts(cluster).updater(cluster.client, Parts.UPDATING, heard).runOnce();
            assertThat(heard.told).contains("evicted");
        }
    }

    /** What the webhook changes of a new pod. */
    private static String patched(TestCluster cluster) throws GeneralSecurityException {
        var review = TestCluster.json("""
                {"request":{"uid":"1","operation":"CREATE","namespace":"default","resource":{"version":"v1","resource":"pods"},
                 "object":{"metadata":{"name":"web-1-c","labels":{"app":"web"},"ownerReferences":[
                  {"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-1","uid":"r","controller":true}]},
                  "spec":{%s"containers":%s}}}}""", WHOLE, CONTAINERS);
        var answer = new Parts(cluster).reviews(Parts.admission()).answer(ClientJson.bytes(review));
        var patch = ClientJson.read(answer).orElseThrow().at("/response/patch").asText();
        return new String(Base64.getDecoder().decode(patch), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({"31, DROPS", "40, KEEPS"})
    @DisplayName("a server that does not name the gate is older than it, or has it always on")
    void unnamed(String minor, PodLevelSupport.Server expected) throws InterruptedException {
        UnaryOperator<Transport> between =
                server -> new Relay(metrics(200, "# nothing\n").apply(server)) {
                    @Override
                    public Reply send(ClientRequest request) throws IOException {
                        var version = "{\"major\":\"1\",\"minor\":\"" + minor + "+\"}";
                        return request.target().equals("/version")
                                ? new Reply(200, Map.of(), version.getBytes(StandardCharsets.UTF_8))
                                : super.send(request);
                    }
                };
        try (var cluster = started(FeatureGates.DEFAULT, between)) {
            cluster.started();
            assertThat(cluster.cluster.gates().podLevel()).isEqualTo(expected);
        }
    }

    @Test
    @DisplayName("pods that have resources as a whole from before are left alone in every mode")
    void before() throws InterruptedException {
        var off = "kubernetes_feature_enabled{name=\"PodLevelResources\",stage=\"BETA\"} 0\n";
        try (var cluster = started(FeatureGates.DEFAULT, metrics(200, off))) {
            for (var pod : PODS) {
                cluster.pod(pod, WHOLE, CONTAINERS);
                cluster.running(pod, "[]");
            }
            updated(cluster, "Auto");
            leftAlone(cluster, "would be without the resources that it has as a whole");
        }
    }

    @Test
    @DisplayName("pods that ask in their containers are updated as ever")
    void containers() throws InterruptedException {
        try (var cluster = started(WITHOUT, UnaryOperator.identity())) {
            for (var pod : PODS) {
                cluster.pod(pod, WHOLE, """
                        [{"name":"main","image":"i","resources":{"requests":{"cpu":"50m"}}}]""");
                cluster.running(pod, "[]");
            }
            updated(cluster, "Auto");
            assertThat(heard.told).contains("evicted");
        }
    }
}
