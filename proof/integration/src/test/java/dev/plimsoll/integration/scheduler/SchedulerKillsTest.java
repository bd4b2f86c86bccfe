package dev.plimsoll.integration.scheduler;

import static dev.plimsoll.integration.scheduler.TestCluster.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.scheduler.SchedulerSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Schedulers that die in the middle of their writes, one after the other. */
// Acceptance: kills
@Timeout(300)
class SchedulerKillsTest {
    private static final int LIVES = 12;
    private static final int PODS = 240;

    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        cluster.close();
        assertThat(cluster.defects).isEmpty();
    }

    /** Lets so many writes pass; the next is done, but nobody hears of it, and then nothing is. */
    private static final class Dying implements Transport {
        private final Transport inner;
        private final AtomicInteger left;
        private final CountDownLatch dead = new CountDownLatch(1);

        Dying(Transport inner, int writes) {
            this.inner = inner;
            this.left = new AtomicInteger(writes);
        }

        @Override
        public Reply send(ClientRequest request) throws IOException {
            if (request.method().equals("GET")) return inner.send(request);
            var rest = left.getAndDecrement();
            if (rest > 0) return inner.send(request);
            if (rest == 0) inner.send(request);
            dead.countDown();
            throw new IOException("the connection is gone");
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
    @DisplayName("killed again and again, each pod is bound once, to one node, and no node has more than it can hold")
    void kills() throws Exception {
        // Just enough room for all: a reservation that stays, or a pod that counts twice, leaves one without a node.
        for (var i = 0; i < 4; i++) cluster.node("n" + i, "\"cpu\":\"6\",\"memory\":\"64Gi\",\"pods\":\"60\"");
        for (var i = 0; i < PODS; i++) cluster.create(pod("p" + i, "100m"));
        for (var life = 0; life < LIVES; life++) {
            // Bindings and events are both writes; the numbers make it die at every stage of a batch.
            var transports = new Dying[1];
            var writes = 1 + life * 2;
            var client = cluster.client(transport -> transports[0] = new Dying(transport, writes));
            cluster.scheduler(SchedulerSettings.ALONE, client, Time.system());
            transports[0].dead.await();
            cluster.kill();
        }
        cluster.scheduler(SchedulerSettings.ALONE);
        for (var i = 0; i < PODS; i++) cluster.awaitBound("p" + i);
        assertThat(timesBound()).hasSize(PODS);
    }

    /** The history of all pods: each was without a node, then has one, and never another. */
    private Set<String> timesBound() throws IOException {
        var bound = new HashSet<String>();
        var waiting = new HashSet<String>();
        try (var stream = cluster.client
                .watch(ApiResource.PODS, ObjectSelection.inNamespace("default"), "1", Duration.ofMinutes(1))
                .done()
                .orElseThrow()) {
            while (bound.size() < PODS) {
                switch (stream.next().orElseThrow()) {
                    case WatchEvent.Added(var pod) ->
                        waiting.add(pod.at("/metadata/name").asText());
                    case WatchEvent.Modified(var pod) -> {
                        var name = pod.at("/metadata/name").asText();
                        var node = pod.at("/spec/nodeName").asText();
                        if (node.isEmpty()) continue;
                        assertThat(waiting).contains(name);
                        assertThat(bound.add(name + " on " + node)).isTrue();
                        assertThat(bound.stream().filter(each -> each.startsWith(name + " on ")))
                                .hasSize(1);
                    }
                    case WatchEvent.Deleted _, WatchEvent.Bookmark _ -> {}
                    case WatchEvent.Failed(var why) -> throw new AssertionError(why);
                    case WatchEvent.Garbled(var why) -> throw new AssertionError(why);
                }
            }
        }
        return bound;
    }
}
