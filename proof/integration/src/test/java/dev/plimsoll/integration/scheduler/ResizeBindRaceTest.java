package dev.plimsoll.integration.scheduler;

import static dev.plimsoll.integration.scheduler.TestCluster.done;
import static dev.plimsoll.integration.scheduler.TestCluster.json;
import static dev.plimsoll.integration.scheduler.TestCluster.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.WatchStream;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.integration.ReportedDefects;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.FileCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.scheduler.SchedulerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Scheduler, API server and simulated nodes while pods come, grow, shrink and go all at once: no node ever turns a pod away for want
 * of room. {@code -Dplimsoll.races=100000} runs as many resizes and bindings.
 */
// Acceptance: choice-9
@Timeout(3600)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
// Acceptance of KEP-1287: scheduler-race
// Acceptance of KEP-5419: risk-race
class ResizeBindRaceTest {
    private static final int RACES = Integer.getInteger("plimsoll.races", 2_000);
    private static final int WORKERS = 8;
    private static final int ALIVE = 12;

    @TempDir
    Path folder;

    private final TestCluster cluster = new TestCluster();
    private final Queue<String> turnedAway = new ConcurrentLinkedQueue<>();
    private final AtomicInteger resized = new AtomicInteger();

    @AfterEach
    void close() {
        cluster.close();
        assertThat(cluster.defects).isEmpty();
    }

    @Test
    void noPodIsTurnedAwayByItsNode() throws Exception {
        var told = new ReportedDefects(_ -> {}, cluster.defects::add);
        try (var around = NodeContext.of(new ProgramContext(Time.system(), new Random(1), told), cluster.client);
                var nodes = SimulatedNodes.start(plan(), around, told);
                var stream =
                        done(cluster.client.watch(ApiResource.PODS, ObjectSelection.ALL, "", Duration.ofHours(1)))) {
            assertThat(nodes).isNotNull();
            var watcher = Thread.ofVirtual().name("watcher").start(() -> watch(stream));
            untaint();
            cluster.scheduler(SchedulerSettings.ALONE);
            try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
                for (var w = 0; w < WORKERS; w++) {
                    var worker = w;
                    workers.execute(() -> work(worker));
                }
            }
            cluster.await(
                    ApiResource.PODS,
                    ObjectSelection.ALL,
                    pod -> pod.at("/status/phase").asText().equals("Running"));
            // Nothing more is bound when the nodes end.
            cluster.kill();
            watcher.interrupt();
        }
        assertThat(turnedAway).isEmpty();
        assertThat(resized.get()).isPositive();
    }

    private SimulatedNodes.Plan plan() {
        return new SimulatedNodes.Plan(
                NodeShapes.of(
                        "node",
                        4,
                        MachineNotation.literal("1s1n8c1t,memory=32Gi"),
                        ResourceAmounts.EMPTY,
                        200,
                        FeatureGates.DEFAULT),
                FeatureGates.DEFAULT,
                null,
                name -> new FileCheckpoints(folder.resolve(name), InstantSource.system()),
                new NodeDocument.Versions("v1.37.0", "simulated://1", "", "", "boot"));
    }

    /** Nobody else finds the nodes ready here. */
    private void untaint() throws IOException {
        for (var i = 0; i < 4; i++) {
            var name = "node-" + i;
            cluster.await(
                    ApiResource.NODES,
                    ObjectSelection.ALL.withFields("metadata.name=" + name),
                    node -> node.at("/status/allocatable").has("cpu"));
            done(cluster.client.patch(
                    ApiResource.NODES,
                    ObjectName.ofCluster(name),
                    new Patch.Merge(json("{\"spec\":{\"taints\":null}}"))));
        }
    }

    private void work(int worker) {
        var random = new SplittableRandom(worker);
        var alive = new ArrayDeque<String>();
        for (var turn = 0; turn < RACES / WORKERS; turn++) {
            if (alive.size() < 2 || random.nextInt(3) == 0) {
                var name = "w" + worker + "-" + turn;
                var made = pod(name, random.nextInt(1, 9) + "00m");
                made.withObject("/spec").put("terminationGracePeriodSeconds", 1);
                cluster.create(made);
                alive.add(name);
                if (alive.size() > ALIVE) {
                    // Not by force: that takes a pod out of the API while its node still runs it.
                    cluster.client.delete(
                            ApiResource.PODS, new ObjectName("default", alive.remove()), DeleteOptions.DEFAULT);
                }
            } else {
                var name = alive.stream()
                        .skip(random.nextInt(alive.size()))
                        .findFirst()
                        .orElseThrow();
                resize(name, random.nextInt(1, 15) * 100);
            }
        }
    }

    private void resize(String name, int milli) {
        var change = json("{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"" + milli
                + "m\"}}}]}}");
        var outcome = cluster.client.patch(
                ApiResource.PODS.sub("resize"), new ObjectName("default", name), new Patch.Strategic(change));
        if (outcome.done().isPresent()) resized.incrementAndGet();
    }

    private void watch(WatchStream stream) {
        try {
            for (var event = stream.next(); event.isPresent(); event = stream.next()) {
                switch (event.get()) {
                    case WatchEvent.Modified(var pod) -> look(pod);
                    case WatchEvent.Added _,
                            WatchEvent.Deleted _,
                            WatchEvent.Bookmark _,
                            WatchEvent.Failed _,
                            WatchEvent.Garbled _ -> {}
                }
            }
        } catch (IOException _) {
            Thread.currentThread().interrupt(); // the end of the test
        }
    }

    private void look(ObjectNode pod) {
        var status = pod.path("status");
        // A pod that was deleted may end as Failed too; one that was turned away says OutOfcpu or the like.
        if (status.path("reason").asText().startsWith("OutOf")) {
            turnedAway.add(pod.at("/metadata/name").asText() + ": "
                    + status.path("reason").asText() + ": "
                    + status.path("message").asText());
        }
    }
}
