package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.recommender.Recommender;
import dev.plimsoll.autoscaler.updater.Updater;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Recommender and updater die at every write, before it or when the server did it and nobody heard, and others go on from what
 * is in the cluster: the end is that of a run without deaths.
 */
// Acceptance of the autoscaler: T10, kills, scale-10
class KillsTest {
    private static final int MINUTES = 3;
    private static final String POD_LEVEL = "\"resources\":{\"requests\":{\"cpu\":\"2\",\"memory\":\"4Gi\"}},";
    private static final String TWO = "[{\"name\":\"main\",\"image\":\"i\"},{\"name\":\"side\",\"image\":\"i\"}]";

    private final Instant start = Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);
    private final TestCluster cluster = new TestCluster();
    private final Queue<String> writes = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    /** Lets so many writes pass, and then nothing. */
    private final class Dying extends Relay {
        private final AtomicInteger left;
        private final boolean lastIsDone;

        Dying(Transport server, int writes, boolean lastIsDone) {
            super(server);
            this.left = new AtomicInteger(writes);
            this.lastIsDone = lastIsDone;
        }

        @Override
        public Reply send(ClientRequest request) throws IOException {
            var isWrite = !request.method().equals("GET");
            var rest = isWrite ? left.decrementAndGet() : left.get();
            if (rest > 0 || (rest == 0 && isWrite && lastIsDone)) {
                var reply = super.send(request);
                if (isWrite && reply.status() < 300) writes.add(request.method() + " " + request.target());
                if (rest > 0) return reply;
            }
            throw new IOException("this process is dead");
        }
    }

    private @Nullable Dying mortal;

    private boolean isDead() {
        return mortal != null && mortal.left.get() <= 0;
    }

    private ApiClient client(int left, boolean lastIsDone) {
        return cluster.client(server -> mortal = new Dying(server, left, lastIsDone));
    }

    private Recommender recommender(ApiClient client) {
        return new Parts(cluster).recommender(client, Parts.LEARNING);
    }

    private void runs(String mode, int pods) throws InterruptedException {
        cluster.node();
        cluster.deployment(pods);
        cluster.vpa(mode, "{}");
        for (var i = 0; i < pods; i++) {
            cluster.pod("web-1-" + i, POD_LEVEL, TWO);
            cluster.running("web-1-" + i, "[]");
        }
        cluster.started();
    }

    private JsonNode checkpoint(String container) {
        return cluster.get(AutoscalerResources.CHECKPOINTS, "web-" + container).path("status");
    }

    /** Turns once for each minute's use, in a new process whenever the last one has died. */
    private void learn(int deadAfter, boolean lastIsDone) {
        var recommender = recommender(client(deadAfter, lastIsDone));
        for (var minute = 0; minute < MINUTES; minute++) {
            cluster.usage(
                    "web-1-0", start.plusSeconds(60L * minute), Map.of("main", "200m,300Mi", "side", "50m,100Mi"));
            recommender.runOnce();
            if (isDead()) {
                recommender.close();
                recommender = recommender(client(Integer.MAX_VALUE, true));
                recommender.runOnce();
            }
        }
        recommender.close();
    }

    @ParameterizedTest(name = "at write {0}, which is done: {1}")
    @CsvSource({
        "1, false",
        "1, true",
        "2, false",
        "2, true",
        "3, false",
        "3, true",
        "4, false",
        "4, true",
        "5, true",
        "6, true",
        "7, false",
        "7, true",
        "8, true"
    })
    void aRecommenderThatDiesLosesNothingAndCountsNothingTwice(int write, boolean isDone) throws InterruptedException {
        runs("Off", 1);
        learn(write, isDone);
        for (var container : List.of("main", "side")) {
            assertThat(checkpoint(container).path("totalSamplesCount").asInt())
                    .as(container)
                    .isEqualTo(MINUTES);
        }
        assertThat(checkpoint("main").at("/cpuHistogram/bucketWeights").toString())
                .isEqualTo("{\"14\":10000}");
        var recommendation = cluster.vpaStatus().path("recommendation");
        assertThat(recommendation.at("/podRecommendation/target/cpu").asText()).isEqualTo("310m");
        assertThat(recommendation.at("/containerRecommendations/0/target").toString())
                .isEqualTo("{\"cpu\":\"247m\",\"memory\":\"380258472\"}");
    }

    /** The interval that is not over is in no checkpoint; what the pod still tells of it is taken in again. */
    @Test
    void aKillForMemoryOutlivesTheRecommenderThatHeardOfIt() throws InterruptedException {
        runs("Off", 1);
        learn(Integer.MAX_VALUE, true);
        var killed = Instant.now().minusSeconds(5);
        cluster.status("web-1-0", """
                {"status":{"containerStatuses":[{"name":"main","restartCount":1,"lastState":{"terminated":
                 {"reason":"OOMKilled","exitCode":137,"startedAt":"%s","finishedAt":"%s"}},"state":{"running":{}}}]}}""".formatted(killed.minusSeconds(60), killed));
        TestCluster.await(
                "the kill, while nobody runs",
                cluster.cluster.pods(),
                pods -> pods.all().stream().anyMatch(pod -> !pod.ends().isEmpty()));
        for (var life = 0; life < 3; life++) {
            var recommender = recommender(cluster.client);
            recommender.runOnce();
            recommender.close();
            var memory = cluster.vpaStatus().at("/recommendation/containerRecommendations/0/target/memory");
            assertThat(Long.parseLong(memory.asText()))
                    .as("the pod's 4Gi less what the other container used, a fifth more, and the margin")
                    .isBetween(5L << 30, 6L << 30);
        }
    }

    private Updater updater(ApiClient client, Heard heard) {
        return new Parts(cluster).updater(client, Parts.UPDATING, heard);
    }

    private void recommended() throws InterruptedException {
        cluster.recommend("""
                {"podRecommendation":{"target":{"cpu":"850m","memory":"300Mi"}},
                 "containerRecommendations":[{"containerName":"main","target":{"cpu":"700m","memory":"200Mi"}},
                  {"containerName":"side","target":{"cpu":"150m","memory":"100Mi"}}]}""");
        TestCluster.await(
                "the recommendation",
                cluster.cluster.vpas(),
                vpas -> vpas.all().stream()
                        .allMatch(vpa -> vpa.recommendation().pod().isPresent()));
    }

    private long resized() {
        return cluster.cluster.pods().all().stream()
                .filter(pod ->
                        pod.pod().spec().resources().requests().toString().startsWith("cpu=850m"))
                .count();
    }

    private List<String> written(String subresource) {
        return writes.stream().filter(each -> each.contains(subresource)).toList();
    }

    @ParameterizedTest(name = "at write {0}, which is done: {1}")
    @CsvSource({"1, false", "1, true", "2, false", "2, true", "3, false", "3, true", "4, false", "4, true"})
    void anUpdaterThatDiesResizesEachPodOnceAndEvictsNone(int write, boolean isDone) throws InterruptedException {
        runs("InPlaceOrRecreate", 4);
        recommended();
        var heard = new Heard();
        var updater = updater(client(write, isDone), heard);
        for (var i = 0; i < 4; i++) {
            updater.runOnce();
            if (isDead()) updater = updater(client(Integer.MAX_VALUE, true), heard);
            TestCluster.await(
                    "what was written",
                    cluster.cluster.pods(),
                    _ -> resized() == written("/resize").size());
        }
        assertThat(written("/resize")).hasSize(4).doesNotHaveDuplicates();
        assertThat(heard.told).doesNotContain("evicted");
        assertThat(cluster.cluster.pods().all()).hasSize(4);
    }

    @ParameterizedTest(name = "at write {0}, which is done: {1}")
    @CsvSource({"1, false", "1, true", "2, false", "2, true"})
    void anUpdaterThatDiesNeverEvictsMoreThanMayBeMissing(int write, boolean isDone) throws InterruptedException {
        runs("Recreate", 4);
        recommended();
        var heard = new Heard();
        var updater = updater(client(write, isDone), heard);
        for (var i = 0; i < 3; i++) {
            updater.runOnce();
            if (isDead()) updater = updater(client(Integer.MAX_VALUE, true), heard);
            var gone =
                    writes.stream().filter(each -> each.contains("/eviction")).count();
            // A new process lists what there is before it acts.
            TestCluster.await(
                    "what was evicted",
                    cluster.cluster.pods(),
                    pods -> pods.all().stream().filter(pod -> pod.isLive()).count() == 4 - gone);
        }
        assertThat(written("/eviction")).hasSize(2);
    }
}
