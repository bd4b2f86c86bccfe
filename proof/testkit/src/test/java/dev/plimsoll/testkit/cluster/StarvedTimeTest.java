package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.testkit.time.Rest;
import dev.plimsoll.testkit.time.VirtualTime;
import dev.plimsoll.testkit.work.OperatorWork;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Virtual time on a machine that has no time. */
class StarvedTimeTest {
    private static final int BUSY_THREADS = 4 * Runtime.getRuntime().availableProcessors();
    private static final Duration CRASHES = Duration.ofMinutes(6);

    /** Threads that compute, and hand the processor to nobody. */
    private static final class Load implements AutoCloseable {
        private volatile boolean isOver;

        Load() {
            for (var i = 0; i < BUSY_THREADS; i++) {
                Thread.ofPlatform().daemon().name("load-" + i).start(() -> {
                    while (!isOver) Thread.onSpinWait();
                });
            }
        }

        @Override
        public void close() {
            isOver = true;
        }
    }

    private static void crash(TestCluster cluster) {
        var manifest = """
                apiVersion: v1
                kind: Pod
                metadata: {name: crash}
                spec:
                  containers: [{name: c, image: busybox, command: [sh, -c, "sleep 1; exit 1"]}]
                """;
        cluster.fabric8()
                .load(new ByteArrayInputStream(manifest.getBytes(StandardCharsets.UTF_8)))
                .inNamespace("default")
                .create();
    }

    private static List<ObjectNode> list(TestCluster cluster, ApiResource resource, ObjectSelection selection) {
        return cluster.client()
                .list(resource, selection, Page.ALL)
                .done()
                .orElseThrow()
                .items();
    }

    /** How often the pod was started again, what is told of it how often, and how often each node was taken for lost. */
    private static List<String> story(TestCluster cluster) {
        crash(cluster);
        cluster.pass(CRASHES);
        var pod = list(cluster, ApiResource.PODS, ObjectSelection.inNamespace("default"));
        var story = new ArrayList<String>();
        pod.forEach(each -> story.add("restarts "
                + each.at("/status/containerStatuses/0/restartCount").asInt()));
        list(cluster, ApiResource.EVENTS, ObjectSelection.inNamespace("default")).stream()
                .filter(event -> event.at("/source/component").asText().equals("kubelet"))
                .map(event -> event.path("reason").asText() + " "
                        + event.path("count").asInt())
                .sorted()
                .forEach(story::add);
        for (var node : list(cluster, ApiResource.NODES, ObjectSelection.ALL)) {
            var lost = StreamSupport.stream(node.at("/status/conditions").spliterator(), false)
                    .filter(condition -> condition.path("reason").asText().equals("NodeStatusUnknown"))
                    .count();
            story.add(node.at("/metadata/name").asText() + " lost " + lost);
        }
        return story;
    }

    private static List<String> storyOfANewCluster() {
        try (var cluster =
                TestCluster.builder().nodes(2).time(ClusterTime.VIRTUAL).start()) {
            return story(cluster);
        }
    }

    @Test
    @DisplayName("a cluster goes through the same on a machine that is busy with other things")
    void starved() {
        var calm = storyOfANewCluster();
        assertThat(calm).contains("restarts 6", "node-0 lost 0", "node-1 lost 0");
        try (var _ = new Load()) {
            assertThat(storyOfANewCluster()).isEqualTo(calm);
        }
    }

    @Test
    @DisplayName("two clusters of one process keep their own time: one that never rests does not hold the other up")
    void twoClusters() {
        try (var busy = TestCluster.builder().time(ClusterTime.VIRTUAL).start();
                var other = TestCluster.builder().time(ClusterTime.VIRTUAL).start()) {
            var before = busy.now();
            var began = other.now();
            try (var _ = busy.threads().own();
                    var _ = ComponentThreads.pendingAnswer()) {
                other.pass(Duration.ofMinutes(20));
            }
            assertThat(Duration.between(began, other.now())).isGreaterThanOrEqualTo(Duration.ofMinutes(20));
            assertThat(Duration.between(before, busy.now())).isLessThan(Duration.ofMinutes(10));
            busy.pass(Duration.ofMinutes(1));
        }
    }

    @Test
    @DisplayName("work that waits for its turn holds time up, however long that takes")
    void handOvers() {
        var threads = new ComponentThreads();
        var time = new VirtualTime(new Rest(threads, new OperatorWork(), Rest.PATIENCE));
        var seen = new ArrayList<Instant>();
        var hands = List.of(new Semaphore(0), new Semaphore(0), new Semaphore(0));
        var first = time.instant();
        try (var _ = threads.own()) {
            for (var i = 0; i < hands.size(); i++) {
                var own = hands.get(i);
                var next = i + 1 < hands.size() ? hands.get(i + 1) : new Semaphore(0);
                ComponentThreads.named("hand-" + i).start(() -> {
                    own.acquireUninterruptibly();
                    for (var spin = 0; spin < 100_000; spin++) Thread.onSpinWait();
                    seen.add(time.instant());
                    next.release();
                });
            }
            ComponentThreads.named("sleeper").start(() -> {
                try {
                    time.sleep(Duration.ofSeconds(5));
                    hands.getFirst().release();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
        time.pass(Duration.ofMinutes(1));
        assertThat(seen)
                .hasSize(3)
                .allSatisfy(instant -> assertThat(Duration.between(first, instant))
                        .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6)));
    }

    @Test
    @DisplayName("a cluster that never rests says who is at work")
    void restless() throws Exception {
        var threads = new ComponentThreads();
        var time = new VirtualTime(new Rest(threads, new OperatorWork(), Duration.ofMillis(50)));
        var isOver = new CountDownLatch(1);
        Thread work;
        try (var _ = threads.own()) {
            work = ComponentThreads.named("hot-loop").start(() -> {
                while (isOver.getCount() > 0) Thread.onSpinWait();
            });
        }
        assertThatThrownBy(() -> time.pass(Duration.ofSeconds(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("still at work")
                .hasMessageContaining("hot-loop at ");
        isOver.countDown();
        work.join();
    }
}
