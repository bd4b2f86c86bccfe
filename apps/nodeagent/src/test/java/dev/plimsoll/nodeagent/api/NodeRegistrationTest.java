package dev.plimsoll.nodeagent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.testing.Calls;
import dev.plimsoll.nodeagent.testing.ListedProblems;
import dev.plimsoll.runtime.ProgramContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the API is told of a node. */
class NodeRegistrationTest {
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";

    private final Calls calls = new Calls();
    private final List<String> errors = new ArrayList<>();
    private final NodeRegistration registration = new NodeRegistration(
            ApiClient.over(calls, "test", TokenBucket.unlimited(Time.system()), Time.system()),
            NodeShapes.of(
                            "node",
                            1,
                            MachineNotation.literal("1s1n4c1t,memory=4Gi"),
                            ResourceAmounts.EMPTY,
                            110,
                            FeatureGates.DEFAULT)
                    .getFirst(),
            new NodeDocument.Versions("v1", "fake://1", "", "", ""),
            () -> Map.of("a", "b"),
            new ProgramContext(Time.system(), new Random(1), new ListedProblems(errors)));

    @Test
    void aNodeWhoseRuntimeIsDownRegistersAsNotReadyAndTellsWhenItIs() {
        registration.unready("container runtime is down: gone");
        assertThat(calls.lines()).as("nobody knows the node yet").isEmpty();
        registration.untilRegistered();
        var made = calls.bodies("POST /api/v1/nodes").getFirst();
        assertThat(made.at("/metadata/annotations/a").asText()).isEqualTo("b");
        var ready = made.at("/status/conditions/3");
        assertThat(ready.path("type").asText()).isEqualTo("Ready");
        assertThat(ready.path("status").asText()).isEqualTo("False");
        assertThat(ready.path("reason").asText()).isEqualTo("KubeletNotReady");
        assertThat(ready.path("message").asText()).isEqualTo("container runtime is down: gone");

        registration.unready("");
        registration.unready("");
        var patches = calls.bodies("PATCH /api/v1/nodes/node-0/status");
        assertThat(patches).hasSize(1);
        assertThat(patches.getFirst().at("/status/conditions/3/status").asText())
                .isEqualTo("True");
    }

    @Test
    void aNodeThatGoesDownIsNotReadyAgainWhateverElseIsSeenMeanwhile() {
        registration.untilRegistered();
        // While the API is told, somebody looks at the runtime and finds it well.
        calls.answering(_ -> {
            registration.unready("");
            return Calls.answer(200, "{}");
        });
        registration.shuttingDown("node is shutting down");
        registration.unready("");
        assertThat(calls.bodies("PATCH /api/v1/nodes/node-0/status"))
                .singleElement()
                .matches(body -> body.at("/status/conditions/3/status").asText().equals("False"));
    }

    /** Somebody else, who has to wait until the API has answered. */
    private static void meanwhile(Runnable change) {
        var other = Thread.ofPlatform().start(change);
        while (other.getState() != Thread.State.WAITING) Thread.onSpinWait();
    }

    @Test
    @Timeout(60)
    void whatChangesWhileTheApiIsToldIsToldAfterwards() throws InterruptedException {
        registration.untilRegistered();
        var told = new Semaphore(0);
        var isFirst = new AtomicBoolean(true);
        calls.answering(_ -> {
            if (isFirst.getAndSet(false)) meanwhile(() -> registration.shuttingDown("node is shutting down"));
            told.release();
            return Calls.answer(200, "{}");
        });
        registration.refresh();
        told.acquire(2);
        assertThat(calls.bodies("PATCH /api/v1/nodes/node-0/status"))
                .extracting(body -> body.at("/status/conditions/3/status").asText())
                .containsExactly("True", "False");
    }

    @Test
    @Timeout(60)
    void whoTellsOfANodeWhoseHealthChangesAllTheTimeWritesOnce() throws InterruptedException {
        registration.untilRegistered();
        var writers = new ConcurrentLinkedQueue<Thread>();
        var told = new Semaphore(0);
        calls.answering(_ -> {
            writers.add(Thread.currentThread());
            var change = writers.size();
            if (change < 5) meanwhile(() -> registration.unready("change " + change));
            told.release();
            return Calls.answer(200, "{}");
        });
        registration.refresh();
        told.acquire(5);
        assertThat(writers).doesNotHaveDuplicates();
        assertThat(calls.bodies("PATCH /api/v1/nodes/node-0/status"))
                .hasSize(5)
                .last()
                .matches(
                        body -> body.at("/status/conditions/3/message").asText().equals("change 4"));
    }

    @Test
    void aLeaseThatSomebodyMadeMeanwhileIsRenewed() {
        calls.answering(request -> {
            if (request.method().equals("POST")) return Calls.answer(409, "{\"reason\":\"AlreadyExists\"}");
            var isFirst = calls.lines().size() == 1;
            return isFirst ? Calls.answer(404, "{\"reason\":\"NotFound\"}") : Calls.answer(200, "{}");
        });
        assertThat(registration.beat()).isTrue();
        assertThat(errors).isEmpty();
        assertThat(calls.lines()).hasSize(3).allMatch(line -> line.contains(LEASES));
    }
}
