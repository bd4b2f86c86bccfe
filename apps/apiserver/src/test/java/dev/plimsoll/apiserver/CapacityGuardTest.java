package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.documents.Views;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No node is promised more than it has, whoever binds and resizes, on however many servers of one store. */
@Timeout(120)
class CapacityGuardTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";

    @Test
    @DisplayName("a binding that does not fit is refused with the numbers")
    void refusal() {
        try (var server = new TestServer()) {
            node(server, "n1", "2", "4Gi", 2);
            pod(server, "a", "1500m", "1Gi");
            pod(server, "b", "600m", "1Gi");
            pod(server, "c", "100m", "1Gi");
            pod(server, "d", "100m", "1Gi");
            assertThat(bind(server, "a", "n1").status()).isEqualTo(201);
            var refused = bind(server, "b", "n1");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.message())
                    .contains(
                            "node \"n1\" does not have enough allocatable resources: cpu, requested: 600m, used: 1500m, "
                                    + "allocatable: 2");
            assertThat(bind(server, "c", "n1").status()).isEqualTo(201);
            assertThat(bind(server, "d", "n1").message()).contains("pods, requested: 1, used: 2, allocatable: 2");
        }
    }

    @Test
    @DisplayName("a resize that the node has not answered yet is counted")
    void pendingResize() {
        try (var server = new TestServer()) {
            node(server, "n1", "4", "8Gi", 10);
            pod(server, "a", "1", "1Gi");
            pod(server, "b", "1", "1Gi");
            assertThat(bind(server, "a", "n1").status()).isEqualTo(201);
            assertThat(resize(server, "a", "3500m").status()).isEqualTo(200);
            assertThat(bind(server, "b", "n1").message()).contains("cpu, requested: 1, used: 3500m, allocatable: 4");
        }
    }

    @Test
    @DisplayName("bindings and resizes that race on two servers never let a binding through that a resize made too big")
    void race() throws Exception {
        try (var one = new TestServer();
                var two = one.another();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var nodes = 4;
            var perNode = 40;
            for (var n = 0; n < nodes; n++) node(one, "n" + n, "8", "64Gi", 100);
            for (var n = 0; n < nodes; n++) {
                pod(one, "big" + n, "1", "1Gi");
                assertThat(bind(one, "big" + n, "n" + n).status()).isEqualTo(201);
                for (var i = 0; i < perNode; i++) pod(one, "p" + n + "-" + i, "500m", "1Gi");
            }
            var start = new CountDownLatch(1);
            var unexpected = new ConcurrentLinkedQueue<String>();
            var futures = new ArrayList<java.util.concurrent.Future<?>>();
            for (var n = 0; n < nodes; n++) {
                var node = n;
                for (var i = 0; i < perNode; i++) {
                    var name = "p" + n + "-" + i;
                    var server = i % 2 == 0 ? one : two;
                    futures.add(threads.submit(() -> {
                        start.await();
                        var answer = bind(server, name, "n" + node);
                        if (answer.status() != 201 && answer.status() != 409) unexpected.add(answer.text());
                        return null;
                    }));
                }
                for (var server : List.of(one, two)) {
                    futures.add(threads.submit(() -> {
                        start.await();
                        for (var size = 1200; size <= 4000; size += 200) {
                            var answer = resize(server, "big" + node, size + "m");
                            if (answer.status() != 200) unexpected.add(answer.text());
                        }
                        return null;
                    }));
                }
            }
            start.countDown();
            for (var future : futures) future.get();
            assertThat(unexpected).isEmpty();
            assertBindingsFitWhenMade(one, nodes);
            assertThat(one.defects()).isEmpty();
            assertThat(two.defects()).isEmpty();
        }
    }

    /** Replays the history in the order of the store: at each binding all that was promised before it must leave room for it. */
    private static void assertBindingsFitWhenMade(TestServer server, int nodes) {
        var demand = EffectiveDemand.under(FeatureGates.DEFAULT, EffectiveDemand.StatusOverhead.INCLUDED);
        var promised = new HashMap<String, HashMap<String, Quantity>>();
        var bound = 0;
        for (var version : server.history("/registry/pods/")) {
            var pod = Views.pod(version.tree());
            var node = pod.spec().placement().nodeName();
            if (node.isEmpty()) continue;
            var onNode = promised.computeIfAbsent(node, _ -> new HashMap<>());
            var isBinding = onNode.put(version.key(), demand.requests(pod).amount(ResourceName.CPU)) == null;
            if (!isBinding) continue;
            bound++;
            var sum = onNode.values().stream().reduce(Quantity::plus).orElseThrow();
            assertThat(sum.isGreaterThan(Quantity.of("8")))
                    .as("at the binding of %s on %s: %s promised", version.key(), node, sum)
                    .isFalse();
        }
        // One that is resized to 4 at the end, and as many of half a CPU as fit beside it, at least.
        assertThat(bound).isGreaterThanOrEqualTo(nodes * 9);
    }

    private static void node(TestServer server, String name, String cpu, String memory, int pods) {
        var made = server.post("/api/v1/nodes", """
                {"metadata":{"name":"%s"},"status":{"allocatable":{"cpu":"%s","memory":"%s","pods":"%d"},
                 "capacity":{"cpu":"%s","memory":"%s","pods":"%d"}}}""".formatted(name, cpu, memory, pods, cpu, memory, pods));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    private static void pod(TestServer server, String name, String cpu, String memory) {
        var made = server.post(PODS, """
                {"metadata":{"name":"%s"},"spec":{"containers":[{"name":"c","image":"i",
                 "resources":{"requests":{"cpu":"%s","memory":"%s"}}}]}}""".formatted(name, cpu, memory));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    private static TestServer.Answer bind(TestServer server, String pod, String node) {
        return server.post(
                PODS + "/" + pod + "/binding",
                "{\"metadata\":{\"name\":\"%s\"},\"target\":{\"kind\":\"Node\",\"name\":\"%s\"}}".formatted(pod, node));
    }

    private static TestServer.Answer resize(TestServer server, String pod, String cpu) {
        return server.patch(
                "strategic-merge-patch+json",
                PODS + "/" + pod + "/resize",
                "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"%s\"}}}]}}"
                        .formatted(cpu));
    }
}
