package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.cluster.ControllerCache.Target;
import dev.plimsoll.autoscaler.recommender.Recommender;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What keeps it small and quiet in clusters that are neither: vpa.md §8. */
// Acceptance of the autoscaler: scale-1, scale-2, scale-8, scale-9, scale-11, users-34
class LargeClusterTest {
    private static final String MAIN = "[{\"name\":\"main\",\"image\":\"i\"}]";

    private final Instant start = Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final TestCluster cluster = new TestCluster(FeatureGates.DEFAULT, Noting::new);

    private final class Noting extends Relay {
        Noting(Transport server) {
            super(server);
        }

        @Override
        public Reply send(ClientRequest request) throws IOException {
            asked.add(request.method() + " " + request.target());
            return super.send(request);
        }
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private Recommender recommender() {
        return new Parts(cluster).recommender(Parts.LEARNING);
    }

    private void runs() throws InterruptedException {
        cluster.node();
        cluster.deployment(1);
        cluster.vpa("Initial", "{}");
        cluster.started();
    }

    private long samples() {
        return cluster.get(AutoscalerResources.CHECKPOINTS, "web-main")
                .at("/status/totalSamplesCount")
                .asLong();
    }

    /** One after the other, each with a label of its own, as rollouts and jobs make them. */
    @Test
    void rolloutsLeaveNothingButTheirSamples() throws InterruptedException {
        runs();
        var recommender = recommender();
        for (var rollout = 0; rollout < 5; rollout++) {
            var name = "web-1-" + rollout;
            cluster.pod(name, "", MAIN);
            var label = TestCluster.json("{\"metadata\":{\"labels\":{\"pod-template-hash\":\"h%d\"}}}", rollout);
            cluster.client.patch(ApiResource.PODS, new ObjectName("default", name), new Patch.Merge(label));
            cluster.running(name, "[]");
            cluster.usage(name, start.plusSeconds(60L * rollout), Map.of("main", "200m,300Mi"));
            TestCluster.await(
                    "the pod",
                    cluster.cluster.pods(),
                    pods -> pods.all().stream()
                            .anyMatch(pod -> pod.name().name().equals(name) && !pod.isPending()));
            assertThat(recommender.runOnce().aggregates()).isEqualTo(1);
            cluster.client.delete(ApiResource.PODS, new ObjectName("default", name), DeleteOptions.atOnce(""));
            TestCluster.await(
                    "the end of the pod",
                    cluster.cluster.pods(),
                    pods -> pods.all().isEmpty());
        }
        assertThat(samples()).isEqualTo(5);
    }

    @Test
    void podsWithoutAnObjectAreNotRemembered() throws InterruptedException {
        runs();
        cluster.deployment("other", 1);
        cluster.pod("other-1-a", "", MAIN);
        cluster.running("other-1-a", "[]");
        cluster.usage("other-1-a", start, Map.of("main", "200m,300Mi"));
        TestCluster.await("the pod", cluster.cluster.pods(), pods -> !pods.all().isEmpty());
        assertThat(recommender().runOnce().aggregates()).isZero();
    }

    @Test
    void aTargetThatIsGoneForAMomentCostsNoHistory() throws InterruptedException {
        runs();
        cluster.pod("web-1-a", "", MAIN);
        cluster.running("web-1-a", "[]");
        cluster.usage("web-1-a", start, Map.of("main", "200m,300Mi"));
        TestCluster.await(
                "the pod", cluster.cluster.pods(), pods -> pods.all().stream().anyMatch(pod -> !pod.isPending()));
        var recommender = recommender();
        recommender.runOnce();
        var deployments = AutoscalerResources.controller("Deployment").orElseThrow();
        var name = new ObjectName("default", "web");
        var deployment = cluster.get(deployments, "web");
        cluster.client.delete(deployments, name, DeleteOptions.DEFAULT);
        awaitTarget(false);
        recommender.runOnce();
        assertThat(cluster.vpaStatus().path("conditions").findValuesAsText("type"))
                .contains("ConfigUnsupported");
        deployment.withObject("/metadata").remove(List.of("resourceVersion", "uid", "creationTimestamp"));
        cluster.create(deployments, deployment);
        awaitTarget(true);
        cluster.usage("web-1-a", start.plusSeconds(60), Map.of("main", "200m,300Mi"));
        recommender.runOnce();
        assertThat(samples()).isEqualTo(2);
        assertThat(cluster.vpaStatus().path("conditions").findValuesAsText("type"))
                .doesNotContain("ConfigUnsupported");
    }

    private void awaitTarget(boolean isThere) {
        var deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        var reference = new CrossVersionObjectReference("apps/v1", "Deployment", "web");
        while (cluster.cluster.controllers().target("default", reference) instanceof Target.Selects != isThere) {
            assertThat(System.nanoTime() - deadline).isNegative();
            Thread.onSpinWait();
        }
    }

    @Test
    void checkpointsOfAllNamespacesAreReadInOnePass() throws InterruptedException {
        runs();
        for (var namespace : List.of("a", "b", "c")) {
            cluster.create(ApiResource.NAMESPACES, TestCluster.json("{\"metadata\":{\"name\":\"%s\"}}", namespace));
            cluster.create(AutoscalerResources.CHECKPOINTS, TestCluster.json("""
                    {"metadata":{"namespace":"%s","name":"x-main"},"spec":{"vpaObjectName":"x","containerName":"main"}}""", namespace));
        }
        var recommender = recommender();
        asked.clear();
        recommender.runOnce();
        recommender.runOnce();
        assertThat(asked.stream().filter(each -> each.startsWith("GET") && each.contains("checkpoints")))
                .hasSize(1);
    }

    @Test
    void aPodIsReviewedWithoutAskingTheServer() throws InterruptedException, GeneralSecurityException {
        runs();
        var reviews = new Parts(cluster).reviews(Parts.admission());
        var pod = cluster.pod("web-1-a", "", MAIN);
        var review = ClientJson.object();
        var request = review.putObject("request").put("uid", "u").put("namespace", "default");
        request.put("operation", "CREATE").putObject("resource").put("resource", "pods");
        request.set("object", pod);
        asked.clear();
        var answer = ClientJson.read(reviews.answer(ClientJson.bytes(review))).orElseThrow();
        assertThat(answer.at("/response/patch").asText())
                .as("its containers are noted")
                .isNotEmpty();
        assertThat(asked).isEmpty();
    }
}
