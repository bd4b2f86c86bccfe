package dev.plimsoll.integration.scheduler;

import static dev.plimsoll.integration.scheduler.TestCluster.done;
import static dev.plimsoll.integration.scheduler.TestCluster.json;
import static dev.plimsoll.integration.scheduler.TestCluster.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.lease.LeaseTimes;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.integration.ConflictingTransport;
import dev.plimsoll.scheduler.SchedulerSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Killed schedulers, lost answers, clocks that jump, resizes that race with bindings: nothing is lost, doubled or over-committed. */
// Acceptance: bind-conflict, bad-input
@Timeout(300)
class SchedulerFaultsTest {
    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        cluster.close();
        assertThat(cluster.defects).isEmpty();
    }

    private void nodes(int count, String cpu) {
        for (var i = 0; i < count; i++)
            cluster.node("n" + i, "\"cpu\":\"" + cpu + "\",\"memory\":\"64Gi\",\"pods\":\"500\"");
    }

    /** No node has promised more than it has. */
    private void checkNodes(String cpu) {
        var sums = new HashMap<String, ResourceAmounts>();
        for (var pod : cluster.pods()) {
            var node = pod.at("/spec/nodeName").asText();
            if (node.isEmpty()) continue;
            var asked = ResourceAmounts.parse(
                    "cpu=" + pod.at("/spec/containers/0/resources/requests/cpu").asText());
            sums.merge(node, asked, ResourceAmounts::plus);
        }
        for (var sum : sums.values()) {
            assertThat(sum.amount(ResourceName.CPU).isGreaterThan(Quantity.of(cpu)))
                    .isFalse();
        }
    }

    @Test
    void killedAndStartedAgainEveryPodGetsOneNode() throws IOException {
        nodes(5, "8");
        for (var i = 0; i < 200; i++) {
            if (i % 40 == 0) cluster.scheduler(SchedulerSettings.ALONE);
            cluster.create(pod("p" + i, "100m"));
            if (i % 40 == 20) cluster.kill();
        }
        cluster.scheduler(SchedulerSettings.ALONE);
        for (var i = 0; i < 200; i++) cluster.awaitBound("p" + i);
        checkNodes("8");
    }

    /** Loses every third answer after the server has done what was asked, and refuses some with 503. */
    private record Lossy(Transport inner, AtomicInteger count) implements Transport {
        @Override
        public Reply send(ClientRequest request) throws IOException {
            var number = count.incrementAndGet();
            if (!request.target().contains("/binding")) return inner.send(request);
            if (number % 3 == 0) {
                inner.send(request);
                throw new IOException("the answer got lost");
            }
            return inner.send(request);
        }

        @Override
        public Streamed open(ClientRequest request) throws IOException {
            return inner.open(request);
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    @Test
    void lostAnswersToBindingsLeaveNoReservationBehind() throws IOException {
        nodes(2, "4");
        var lossy = cluster.client(transport -> new Lossy(transport, new AtomicInteger()));
        cluster.scheduler(SchedulerSettings.ALONE, lossy, Time.system());
        for (var i = 0; i < 80; i++) cluster.create(pod("p" + i, "100m"));
        // exactly full: a reservation that is not given back would leave one without a node
        for (var i = 0; i < 80; i++) cluster.awaitBound("p" + i);
        checkNodes("4");
    }

    @Test
    void aBindingThatIsRefusedLeavesNoReservationBehind() throws IOException {
        nodes(1, "2");
        var conflicting = cluster.client(transport ->
                new ConflictingTransport(transport, request -> request.target().contains("/binding"), 1));
        cluster.scheduler(SchedulerSettings.ALONE, conflicting, Time.system());
        for (var i = 0; i < 20; i++) cluster.create(pod("p" + i, "100m"));
        // exactly full
        for (var i = 0; i < 20; i++) cluster.awaitBound("p" + i);
        checkNodes("2");
    }

    /** Answers writes of statuses with 503 for as long as it is told to. */
    private record Refusing(Transport inner, AtomicInteger left) implements Transport {
        @Override
        public Reply send(ClientRequest request) throws IOException {
            var isStatus = request.method().equals("PATCH") && request.target().endsWith("/status");
            return isStatus && left.getAndDecrement() > 0
                    ? new Reply(503, Map.of(), "the server is away".getBytes(StandardCharsets.UTF_8))
                    : inner.send(request);
        }

        @Override
        public Streamed open(ClientRequest request) throws IOException {
            return inner.open(request);
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    /** The pod itself is tried again after five minutes only. */
    @Test
    void whyAPodHasNoNodeIsSaidOnceTheServerIsBack() throws IOException {
        nodes(1, "2");
        var refusing = cluster.client(transport -> new Refusing(transport, new AtomicInteger(10)));
        cluster.scheduler(SchedulerSettings.ALONE, refusing, Time.system());
        cluster.create(pod("large", "9"));
        assertThat(cluster.awaitRefusal("large")).startsWith("0/1 nodes are available: 1 Insufficient cpu.");
    }

    @Test
    void aVictimWhoseDeletionMeetsAConflictIsDeletedAgain() throws IOException {
        nodes(1, "2");
        done(cluster.client.create(
                ApiResource.clustered("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass"), json("""
                {"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","metadata":{"name":"high"},"value":1000}""")));
        var conflicting = cluster.client(transport ->
                new ConflictingTransport(transport, request -> request.method().equals("DELETE"), 2));
        cluster.scheduler(SchedulerSettings.ALONE, conflicting, Time.system());
        var low = pod("low", "2");
        low.withObject("/spec").put("terminationGracePeriodSeconds", 0);
        cluster.create(low);
        cluster.awaitBound("low");
        var high = pod("high", "2");
        high.withObject("/spec").put("priorityClassName", "high");
        cluster.create(high);
        assertThat(cluster.awaitBound("high").at("/spec/nodeName").asText()).isEqualTo("n0");
        assertThat(cluster.pods()).hasSize(1);
    }

    /** A date that goes back a day with every question; what only ever grows still does. */
    private record Jumping(AtomicLong questions) implements Time {
        @Override
        public Instant instant() {
            return Instant.parse("2026-01-01T00:00:00Z").minus(Duration.ofDays(questions.incrementAndGet()));
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Thread.sleep(duration);
        }
    }

    @Test
    void aDateThatJumpsHoldsUpNobody() throws IOException {
        nodes(1, "4");
        cluster.scheduler(SchedulerSettings.ALONE, cluster.client, new Jumping(new AtomicLong()));
        cluster.create(pod("large", "9"));
        assertThat(cluster.awaitRefusal("large")).startsWith("0/1 nodes are available: 1 Insufficient cpu.");
        for (var i = 0; i < 20; i++) cluster.create(pod("p" + i, "100m"));
        for (var i = 0; i < 20; i++) cluster.awaitBound("p" + i);
    }

    @Test
    void ofTwoSchedulersOneLeadsAndTheOtherTakesOver() throws IOException {
        nodes(2, "8");
        var times = new LeaseTimes(Duration.ofSeconds(3), Duration.ofSeconds(2), Duration.ofMillis(200));
        var election = new SchedulerSettings.Election(true, SchedulerSettings.Election.LEASE, times);
        var one =
                cluster.scheduler(SchedulerSettings.ALONE.withElection(election).withIdentity("one"));
        cluster.create(pod("a", "100m"));
        cluster.awaitBound("a");
        var two =
                cluster.scheduler(SchedulerSettings.ALONE.withElection(election).withIdentity("two"));
        assertThat(one.isLeading()).isTrue();
        assertThat(two.isLeading()).isFalse();
        one.close();
        cluster.create(pod("b", "100m"));
        cluster.awaitBound("b");
        assertThat(two.isLeading()).isTrue();
        var lease = done(cluster.client.get(ApiResource.LEASES, SchedulerSettings.Election.LEASE));
        assertThat(lease.at("/spec/holderIdentity").asText()).isEqualTo("two");
    }

    /** Pods of a node grow and shrink while others are bound to it; the server's guard and the scheduler together keep the sum. */
    @Test
    void resizesThatRaceWithBindingsNeverOverCommitByABinding() throws Exception {
        nodes(10, "16");
        cluster.scheduler(SchedulerSettings.ALONE);
        for (var i = 0; i < 100; i++) cluster.create(pod("r" + i, "200m"));
        for (var i = 0; i < 100; i++) cluster.awaitBound("r" + i);
        // They run: a pod that its node has not let in yet grows only into room that is there.
        for (var i = 0; i < 100; i++) seen("r" + i);
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var w = 0; w < 10; w++) {
                var worker = w;
                workers.execute(() -> {
                    var random = new SplittableRandom(worker);
                    for (var turn = 0; turn < 100; turn++) {
                        var name = "r" + (worker * 10 + random.nextInt(10));
                        resize(name, random.nextInt(100, 1000));
                    }
                });
                workers.execute(() -> {
                    for (var i = 0; i < 40; i++) cluster.create(pod("b" + worker + "-" + i, "300m"));
                });
            }
        }
        for (var w = 0; w < 10; w++) for (var i = 0; i < 100 / 10; i++) resize("r" + (w * 10 + i), 100);
        // Until a node has seen a smaller wish, the larger one counts.
        for (var i = 0; i < 100; i++) seen("r" + i);
        for (var w = 0; w < 10; w++) for (var i = 0; i < 40; i++) cluster.awaitBound("b" + w + "-" + i);
        checkNodes("16");
    }

    /** Says what its node would say: that it has seen the newest wish and that it is in force. */
    private void seen(String name) {
        var pod = new ObjectName("default", name);
        var document = done(cluster.client.get(ApiResource.PODS, pod));
        var requests = document.at("/spec/containers/0/resources/requests");
        var status = json("""
                {"status":{"observedGeneration":%d,"containerStatuses":[{"name":"c","image":"i","imageID":"i","ready":true,
                 "restartCount":0,"allocatedResources":%s,"resources":{"requests":%s}}]}}""".formatted(document.at("/metadata/generation").asLong(), requests, requests));
        done(cluster.client.patch(ApiResource.PODS.sub("status"), pod, new Patch.Merge(status)));
    }

    private void resize(String name, int milli) {
        var change = json("{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"" + milli
                + "m\"}}}]}}");
        RequestResult<ObjectNode> outcome = cluster.client.patch(
                ApiResource.PODS.sub("resize"), new ObjectName("default", name), new Patch.Strategic(change));
        assertThat(outcome).isInstanceOf(RequestResult.Done.class);
    }
}
