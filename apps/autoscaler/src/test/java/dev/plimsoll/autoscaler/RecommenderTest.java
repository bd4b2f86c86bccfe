package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.autoscaler.recommender.Recommender;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The recommender against a real API server. */
// Acceptance of the autoscaler: T9, scale-5, scale-11, users-33, users-35, users-36
// Acceptance of KEP-2837: vpa
class RecommenderTest {
    /** What nobody used for eight days is forgotten. */
    private final Instant start = Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);

    private static final String TWO = """
            [{"name":"main","image":"i"},{"name":"side","image":"i"}]""";

    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        cluster.close();
    }

    private Recommender recommender() {
        return recommender(Parts.LEARNING);
    }

    private Recommender recommender(RecommenderSettings settings) {
        return new Parts(cluster).recommender(settings);
    }

    private void runs(String podLevel) throws InterruptedException {
        cluster.node();
        cluster.deployment(1);
        cluster.vpa("Off", "{}");
        cluster.pod("web-1-a", podLevel, TWO);
        cluster.running("web-1-a", "[]");
        cluster.started();
    }

    private void uses(int minutes, String main, String side) {
        cluster.usage("web-1-a", start.plusSeconds(60L * minutes), Map.of("main", main, "side", side));
    }

    @Test
    void useBecomesARecommendationForEachContainerAndForThePod() throws InterruptedException {
        runs("\"resources\":{\"requests\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}},");
        var recommender = recommender();
        for (var minute = 0; minute < 5; minute++) {
            uses(minute, "200m,300Mi", "50m,100Mi");
            recommender.runOnce();
        }
        var status = cluster.vpaStatus();
        assertThat(status.at("/conditions/0/type").asText()).isEqualTo("RecommendationProvided");
        assertThat(status.at("/conditions/0/status").asText()).isEqualTo("True");
        assertThat(status.at("/recommendation/containerRecommendations/0/target")
                        .toString())
                .isEqualTo("{\"cpu\":\"247m\",\"memory\":\"380258472\"}");
        assertThat(status.at("/recommendation/containerRecommendations/1/target")
                        .toString())
                .isEqualTo("{\"cpu\":\"63m\",\"memory\":\"126805489\"}".replace("126805489", "125Mi"));
        assertThat(status.at("/recommendation/podRecommendation/target/cpu").asText())
                .isEqualTo("310m");
    }

    @Test
    void t9_whatSidecarsAndInitContainersUseRaisesThePod() throws InterruptedException {
        cluster.node();
        cluster.deployment(1);
        cluster.vpa("Off", "{}");
        cluster.pod(
                "web-1-a",
                "\"resources\":{\"requests\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}},\"initContainers\":["
                        + "{\"name\":\"side\",\"image\":\"i\",\"restartPolicy\":\"Always\"},{\"name\":\"setup\",\"image\":\"i\"}],",
                "[{\"name\":\"main\",\"image\":\"i\"}]");
        cluster.running("web-1-a", "[]");
        cluster.started();
        cluster.usage("web-1-a", start, Map.of("main", "200m,300Mi", "side", "50m,100Mi", "setup", "4,4Gi"));
        recommender().runOnce();
        var recommendation = cluster.vpaStatus().path("recommendation");
        // The sidecar beside the init container, which needs more than all that runs after it.
        assertThat(recommendation.at("/podRecommendation/target/cpu").asText()).isEqualTo("4805m");
        assertThat(recommendation.at("/containerRecommendations").findValuesAsText("containerName"))
                .containsExactly("main");
        assertThat(recommendation.at("/podRecommendation/excludedContainers").findValuesAsText("containerName"))
                .containsExactly("setup", "side");
    }

    @Test
    void podsWithoutPodLevelResourcesGetNoRecommendationForThePod() throws InterruptedException {
        runs("");
        uses(0, "200m,300Mi", "50m,100Mi");
        recommender().runOnce();
        assertThat(cluster.vpaStatus().at("/recommendation/podRecommendation").isMissingNode())
                .isTrue();
        assertThat(cluster.vpaStatus().at("/recommendation/containerRecommendations"))
                .hasSize(2);
    }

    @Test
    void theSameUseIsNotWrittenTwice() throws InterruptedException {
        runs("");
        var recommender = recommender();
        uses(0, "200m,300Mi", "50m,100Mi");
        assertThat(recommender.runOnce().statuses()).isEqualTo(1);
        TestCluster.await(
                "the written status",
                cluster.cluster.vpas(),
                vpas -> vpas.all().stream()
                        .anyMatch(vpa -> vpa.document().path("status").has("recommendation")));
        assertThat(recommender.runOnce().statuses()).isZero();
        assertThat(recommender.runOnce().checkpoints()).isZero();
    }

    @Test
    void aRestartGoesOnFromTheCheckpoints() throws InterruptedException {
        runs("");
        var first = recommender();
        for (var minute = 0; minute < 3; minute++) {
            uses(minute, "200m,300Mi", "50m,100Mi");
            first.runOnce();
        }
        assertThat(cluster.get(AutoscalerResources.CHECKPOINTS, "web-main")
                        .at("/status/totalSamplesCount")
                        .asInt())
                .isEqualTo(3);
        var second = recommender();
        uses(3, "200m,300Mi", "50m,100Mi");
        second.runOnce();
        assertThat(cluster.get(AutoscalerResources.CHECKPOINTS, "web-main")
                        .at("/status/totalSamplesCount")
                        .asInt())
                .isEqualTo(4);
    }

    @Test
    void aKillForMemoryIsCountedOnce() throws InterruptedException {
        runs("");
        var recommender = recommender();
        uses(0, "200m,300Mi", "50m,100Mi");
        recommender.runOnce();
        var killed = Instant.now().plusSeconds(1);
        cluster.status("web-1-a", """
                {"status":{"containerStatuses":[{"name":"main","restartCount":1,"lastState":{"terminated":
                 {"reason":"OOMKilled","exitCode":137,"startedAt":"%s","finishedAt":"%s"}},"state":{"running":{}}}]}}""".formatted(killed.minusSeconds(60), killed));
        TestCluster.await(
                "the kill",
                cluster.cluster.pods(),
                pods -> pods.all().stream().anyMatch(pod -> !pod.ends().isEmpty()));
        recommender.runOnce();
        var once = cluster.vpaStatus()
                .at("/recommendation/containerRecommendations/0/target/memory")
                .asText();
        recommender.runOnce();
        assertThat(cluster.vpaStatus()
                        .at("/recommendation/containerRecommendations/0/target/memory")
                        .asText())
                .isEqualTo(once);
        assertThat(Long.parseLong(once))
                .as("a hundred mebibytes more than its peak, and the margin")
                .isGreaterThan(400L << 20);
    }

    @Test
    void aTargetThatIsNotThereIsACondition() throws InterruptedException {
        cluster.vpa("Off", "{}");
        cluster.started();
        recommender().runOnce();
        assertThat(cluster.vpaStatus().path("conditions").findValuesAsText("type"))
                .containsExactly("ConfigUnsupported", "NoPodsMatched", "RecommendationProvided");
    }

    @Test
    void checkpointsGoWithTheirObject() throws InterruptedException {
        runs("");
        var recommender = recommender();
        uses(0, "200m,300Mi", "50m,100Mi");
        recommender.runOnce();
        var name = new ObjectName("default", "web");
        cluster.client.delete(AutoscalerResources.VPAS, name, DeleteOptions.DEFAULT);
        TestCluster.await(
                "the deletion", cluster.cluster.vpas(), vpas -> vpas.find(name).isEmpty());
        recommender.runOnce();
        assertThat(cluster.client
                        .get(AutoscalerResources.CHECKPOINTS, new ObjectName("default", "web-main"))
                        .done())
                .isEmpty();
    }

    private long memoryOfMain() {
        var text = cluster.vpaStatus()
                .at("/recommendation/containerRecommendations/0/target/memory")
                .asText();
        return ResourceAmounts.parse("memory=" + text)
                .amount(ResourceName.MEMORY)
                .value();
    }

    @Test
    void aKillCountsEvenWhereThePodIsGoneByTheNextRound() throws InterruptedException {
        runs("");
        var recommender = recommender();
        uses(0, "200m,300Mi", "50m,100Mi");
        recommender.runOnce();
        var before = memoryOfMain();
        var killed = Instant.now().plusSeconds(1);
        cluster.status("web-1-a", """
                {"status":{"phase":"Failed","containerStatuses":[{"name":"main","restartCount":0,"state":{"terminated":
                 {"reason":"OOMKilled","exitCode":137,"startedAt":"%s","finishedAt":"%s"}}}]}}""".formatted(killed.minusSeconds(60), killed));
        TestCluster.await(
                "the end of the pod",
                cluster.cluster.pods(),
                pods -> pods.all().stream().noneMatch(AutoscaledPod::isLive));
        recommender.runOnce();
        assertThat(memoryOfMain()).isGreaterThan(before + (90L << 20));
    }

    @Test
    void anEvictionForMemoryCountsAsAKillOfWhoUsedTooMuch() throws InterruptedException {
        runs("");
        var recommender = recommender();
        uses(0, "200m,300Mi", "50m,100Mi");
        recommender.runOnce();
        cluster.create(ApiResource.EVENTS, TestCluster.json("""
                {"metadata":{"namespace":"default","name":"web-1-a.1","annotations":{"offending_containers":"main",
                 "offending_containers_usage":"700Mi","starved_resource":"memory"}},"reason":"Evicted","type":"Warning",
                 "message":"The node was low on resource: memory.","involvedObject":{"apiVersion":"v1","kind":"Pod",
                 "namespace":"default","name":"web-1-a"}}"""));
        TestCluster.await(
                "the event",
                cluster.cluster.evictions(),
                events -> !events.all().isEmpty());
        recommender.runOnce();
        // 700Mi and a fifth, and the margin on its bucket
        assertThat(memoryOfMain()).isBetween(900L << 20, 1100L << 20);
    }

    @Test
    void noRecommendationIsLargerThanTheLargestNode() throws InterruptedException {
        runs("");
        uses(0, "50,30Gi", "40,30Gi");
        var capped = AutoscalerGates.of(AutoscalerGate.LARGEST_NODE_CAP);
        recommender(Parts.LEARNING.withGates(capped)).runOnce();
        var containers = cluster.vpaStatus().at("/recommendation/containerRecommendations");
        var cpu = 0L;
        for (var container : containers) {
            cpu += ResourceAmounts.parse("cpu=" + container.at("/target/cpu").asText())
                    .amount(ResourceName.CPU)
                    .milliValue();
        }
        assertThat(cpu).as("64 cores of the one node").isBetween(63_990L, 64_000L);
        assertThat(containers.get(0).at("/uncappedTarget/cpu").asText()).isNotEqualTo("64");
    }

    @Test
    void anObjectMaySayHowMuchMoreAKilledContainerNeeds() throws InterruptedException {
        cluster.node();
        cluster.deployment(1);
        cluster.vpa(
                "Off",
                "{\"containerPolicies\":[{\"containerName\":\"main\",\"oomBumpUpRatio\":\"3\",\"oomMinBumpUp\":\"1\"}]}");
        cluster.pod("web-1-a", "", TWO);
        cluster.running("web-1-a", "[]");
        cluster.started();
        var recommender = recommender();
        uses(0, "200m,300Mi", "50m,100Mi");
        recommender.runOnce();
        var killed = Instant.now().plusSeconds(1);
        cluster.status("web-1-a", """
                {"status":{"containerStatuses":[{"name":"main","restartCount":1,"lastState":{"terminated":
                 {"reason":"OOMKilled","exitCode":137,"startedAt":"%s","finishedAt":"%s"}},"state":{"running":{}}}]}}""".formatted(killed.minusSeconds(60), killed));
        TestCluster.await(
                "the kill",
                cluster.cluster.pods(),
                pods -> pods.all().stream().anyMatch(pod -> !pod.ends().isEmpty()));
        recommender.runOnce();
        assertThat(memoryOfMain()).as("three times 300Mi, and the margin").isGreaterThan(1000L << 20);
    }

    @Test
    void checkpointsThatNobodyOwnsAreFoundAndRemoved() throws InterruptedException {
        runs("");
        cluster.create(AutoscalerResources.CHECKPOINTS, TestCluster.json("""
                {"metadata":{"namespace":"default","name":"gone-main"},"spec":{"vpaObjectName":"gone","containerName":"main"}}"""));
        var rhythm = Parts.LEARNING.rhythm();
        var settings = Parts.LEARNING.withRhythm(new RecommenderSettings.Rhythm(
                rhythm.round(), rhythm.checkpoints(), Duration.ZERO, rhythm.drift(), rhythm.grace(), rhythm.writing()));
        recommender(settings).runOnce();
        assertThat(cluster.client
                        .get(AutoscalerResources.CHECKPOINTS, new ObjectName("default", "gone-main"))
                        .done())
                .isEmpty();
    }
}
