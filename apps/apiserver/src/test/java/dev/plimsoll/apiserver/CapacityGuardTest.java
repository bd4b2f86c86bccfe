package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.codec.topology.NumaZonesAnnotation;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.kinds.documents.Views;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No node is promised more than it has, whoever binds and resizes, on however many servers of one store. */
@Timeout(120)
// Acceptance of KEP-1287: scheduler-race
// Acceptance of production: guard
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
    @DisplayName(
            "a pod that its node has not admitted yet grows only into room that is there; one that runs may wait for it")
    void resizeBeforeAdmission() {
        try (var server = new TestServer();
                var another = server.another()) {
            node(server, "n1", "4", "8Gi", 2);
            pod(server, "a", "1500m", "1Gi");
            pod(server, "b", "1", "1Gi");
            assertThat(resize(server, "b", "3").status()).as("no node yet").isEqualTo(200);
            assertThat(resize(server, "b", "1").status()).isEqualTo(200);
            assertThat(bind(server, "a", "n1").status()).isEqualTo(201);
            assertThat(bind(another, "b", "n1").status()).isEqualTo(201);
            assertThat(resize(server, "b", "2500m").status()).isEqualTo(200);
            var generation = generation(server.get(PODS + "/b"));
            for (var refused : List.of(resize(another, "b", "2600m"), resize(server, "b", "2600m", "?dryRun=All"))) {
                assertThat(refused.status()).isEqualTo(409);
                assertThat(refused.message())
                        .isEqualTo(
                                "Operation cannot be fulfilled on pods/resize \"b\": node \"n1\" does not have enough"
                                        + " allocatable resources: cpu, requested: 2600m, used: 1500m, allocatable: 4; the node"
                                        + " has not admitted the pod yet and would refuse it with its new size: resize it once"
                                        + " its containers have a status, then the resize waits for room");
            }
            assertThat(generation(server.get(PODS + "/b"))).isEqualTo(generation);
            assertThat(resize(server, "a", "1600m").message()).contains("requested: 1600m, used: 2500m");

            say(server, "a", "{'observedGeneration':1," + SHRUNK.formatted("1500m") + "}");
            assertThat(resize(server, "a", "3").status()).as("may wait").isEqualTo(200);
            assertThat(resize(server, "b", "2").status()).as("smaller").isEqualTo(200);
            assertThat(resize(server, "b", "2100m").message()).contains("requested: 2100m, used: 3, allocatable: 4");
            say(server, "b", "{'observedGeneration':" + generation + "," + SHRUNK.formatted("2") + "}");
            assertThat(resize(server, "b", "2600m").status()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName(
            "a pod with CPUs of its own keeps its size until its node has admitted it; a pod without them does not")
    void resizeOfPinnedPodBeforeAdmission() {
        try (var server = new TestServer()) {
            node(server, "n1", "16", "8Gi", 10);
            publish(server, "n1", "2s2n4c2t,memory=4Gi", KubeletSettings.DEFAULT.withStaticCpus("0", Map.of()));
            guaranteed(server, "pinned", "2");
            guaranteed(server, "shared", "1500m");
            pod(server, "burstable", "2", "1Gi");
            for (var name : List.of("pinned", "shared", "burstable")) bind(server, name, "n1");

            for (var cpu : List.of("3", "1", "2500m")) {
                for (var query : List.of("", "?dryRun=All")) {
                    var refused = resizeGuaranteed(server, "pinned", cpu, query);
                    assertThat(refused.status()).as(cpu + query).isEqualTo(409);
                    assertThat(refused.message())
                            .isEqualTo("Operation cannot be fulfilled on pods/resize \"pinned\": node \"n1\" has not"
                                    + " admitted the pod yet and chooses CPUs and NUMA nodes for its size when it does:"
                                    + " resize it once its containers have a status");
                }
            }
            assertThat(resizeGuaranteed(server, "pinned", "2", "").status())
                    .as("no change")
                    .isEqualTo(200);
            assertThat(resizeGuaranteed(server, "shared", "2500m", "").status())
                    .as("from shared CPUs to shared CPUs")
                    .isEqualTo(200);
            assertThat(resizeGuaranteed(server, "shared", "2", "").status())
                    .as("from shared CPUs to its own")
                    .isEqualTo(409);
            assertThat(resize(server, "burstable", "3").status()).isEqualTo(200);

            say(server, "pinned", "{'observedGeneration':1," + SHRUNK.formatted("2") + "}");
            assertThat(resizeGuaranteed(server, "pinned", "3", "").status())
                    .as("admitted")
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName("two pods that no node has admitted yet never grow beyond their node, on two servers")
    void racingResizesBeforeAdmission() throws Exception {
        try (var one = new TestServer();
                var two = one.another();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            node(one, "n1", "4", "8Gi", 10);
            for (var name : List.of("a", "b")) {
                pod(one, name, "1", "1Gi");
                assertThat(bind(one, name, "n1").status()).isEqualTo(201);
            }
            var start = new CountDownLatch(1);
            var futures = new ArrayList<java.util.concurrent.Future<List<Integer>>>();
            for (var name : List.of("a", "b")) {
                var server = name.equals("a") ? one : two;
                futures.add(threads.submit(() -> {
                    start.await();
                    var statuses = new ArrayList<Integer>();
                    for (var size = 1100; size <= 3200; size += 100)
                        statuses.add(resize(server, name, size + "m").status());
                    return statuses;
                }));
            }
            start.countDown();
            var statuses = new ArrayList<Integer>();
            for (var future : futures) statuses.addAll(future.get());
            assertThat(statuses).containsOnly(200, 409).contains(200, 409);
            var demand = EffectiveDemand.under(FeatureGates.DEFAULT, EffectiveDemand.StatusOverhead.INCLUDED);
            var sizes = new HashMap<String, Quantity>();
            for (var version : one.history("/registry/pods/")) {
                sizes.put(
                        version.key(),
                        demand.requests(Views.pod(version.tree())).amount(ResourceName.CPU));
                var sum = sizes.values().stream().reduce(Quantity::plus).orElseThrow();
                assertThat(sum.isGreaterThan(Quantity.of("4"))).as("%s", sizes).isFalse();
            }
        }
    }

    private static void say(TestServer server, String pod, String status) {
        var said = server.patch(
                "merge-patch+json", PODS + "/" + pod + "/status", "{\"status\":" + status.replace('\'', '"') + "}");
        assertThat(said.status()).as(said.text()).isEqualTo(200);
    }

    private static final String SHRUNK =
            "'containerStatuses':[{'name':'c','ready':true,'restartCount':0,'image':'i','imageID':'i',"
                    + "'allocatedResources':{'cpu':'1'},'resources':{'requests':{'cpu':'%s'}}}]";

    @Test
    @DisplayName("what containers still have counts, whatever is said of the pod as a whole")
    void shrinking() {
        try (var server = new TestServer()) {
            node(server, "n1", "4", "8Gi", 10);
            pod(server, "a", "1", "1Gi");
            pod(server, "b", "2", "1Gi");
            assertThat(bind(server, "a", "n1").status()).isEqualTo(201);
            say(
                    server,
                    "a",
                    "{'observedGeneration':1," + SHRUNK.formatted("3")
                            + ",'allocatedResources':{'cpu':'1'},'resources':{'requests':{'cpu':'1'}}}");
            assertThat(bind(server, "b", "n1").message()).contains("cpu, requested: 2, used: 3, allocatable: 4");
            say(server, "a", "{" + SHRUNK.formatted("1") + "}");
            assertThat(bind(server, "b", "n1").status()).isEqualTo(201);
        }
    }

    @Test
    @DisplayName("with the gate off nothing that is said of the pod as a whole is believed")
    void podLevelGate() {
        var off = FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false);
        for (var gates : List.of(FeatureGates.DEFAULT, off)) {
            try (var server = TestServer.under(gates)) {
                node(server, "n1", "4", "8Gi", 10);
                pod(server, "a", "1", "1Gi");
                pod(server, "b", "2", "1Gi");
                assertThat(bind(server, "a", "n1").status()).isEqualTo(201);
                say(server, "a", "{'allocatedResources':{'cpu':'3'},'resources':{'requests':{'cpu':'3'}}}");
                assertThat(bind(server, "b", "n1").status()).isEqualTo(gates.equals(off) ? 201 : 409);
            }
        }
    }

    @Test
    @DisplayName("a resize that was called infeasible does not hide the next one")
    void staleInfeasible() {
        try (var server = new TestServer()) {
            node(server, "n1", "4", "8Gi", 10);
            pod(server, "a", "1", "1Gi");
            pod(server, "b", "2", "1Gi");
            assertThat(bind(server, "a", "n1").status()).isEqualTo(201);
            var generation = generation(resize(server, "a", "3900m"));
            say(
                    server,
                    "a",
                    "{'observedGeneration':" + generation + "," + SHRUNK.formatted("1")
                            + ",'conditions':[{'type':'PodResizePending','status':'True','reason':'Infeasible','observedGeneration':"
                            + generation + "}]}");
            assertThat(generation(resize(server, "a", "3"))).isGreaterThan(generation);
            assertThat(bind(server, "b", "n1").message()).contains("cpu, requested: 2, used: 3, allocatable: 4");
        }
    }

    private static long generation(TestServer.Answer answer) {
        return answer.json().at("/metadata/generation").asLong();
    }

    @Test
    @DisplayName("a status that somebody overwrote does not hide what a pod held before its resize")
    void overwrittenStatus() {
        try (var server = new TestServer()) {
            node(server, "n1", "4", "8Gi", 10);
            pod(server, "a", "3", "1Gi");
            pod(server, "b", "2", "1Gi");
            assertThat(bind(server, "a", "n1").status()).isEqualTo(201);
            var generation = generation(resize(server, "a", "1"));
            say(server, "a", "{'observedGeneration':" + generation + "," + SHRUNK.formatted("3") + "}");
            assertThat(bind(server, "b", "n1").message()).contains("used: 3");
            say(server, "a", "{'containerStatuses':null}");
            assertThat(bind(server, "b", "n1").message()).contains("used: 3");
            say(server, "a", "{'observedGeneration':" + generation + "," + SHRUNK.formatted("1") + "}");
            assertThat(bind(server, "b", "n1").status()).isEqualTo(201);
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
                say(one, "big" + n, "{'observedGeneration':1," + SHRUNK.formatted("1") + "}");
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
        return resize(server, pod, cpu, "");
    }

    private static TestServer.Answer resize(TestServer server, String pod, String cpu, String query) {
        return server.patch(
                "strategic-merge-patch+json",
                PODS + "/" + pod + "/resize" + query,
                "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"%s\"}}}]}}"
                        .formatted(cpu));
    }

    private static void publish(TestServer server, String node, String machine, KubeletSettings settings) {
        var configured = ResourceManagers.configure(MachineNotation.literal(machine), settings, FeatureGates.DEFAULT);
        if (!(configured instanceof ResourceManagers.Configured.Ready(var managers))) {
            throw new AssertionError(configured);
        }
        var annotations = JsonNodeFactory.instance.objectNode();
        annotations.put(NumaZonesAnnotation.NAME, NumaZonesAnnotation.text(managers, managers.initialState()));
        var patched = server.patch(
                "merge-patch+json", "/api/v1/nodes/" + node, "{\"metadata\":{\"annotations\":" + annotations + "}}");
        assertThat(patched.status()).as(patched.text()).isEqualTo(200);
    }

    private static void guaranteed(TestServer server, String name, String cpu) {
        var made = server.post(PODS, """
                {"metadata":{"name":"%s"},"spec":{"containers":[{"name":"c","image":"i",
                 "resources":{"limits":{"cpu":"%s","memory":"1Gi"}}}]}}""".formatted(name, cpu));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    private static TestServer.Answer resizeGuaranteed(TestServer server, String pod, String cpu, String query) {
        return server.patch(
                "strategic-merge-patch+json", PODS + "/" + pod + "/resize" + query, """
                {"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"%s"},"limits":{"cpu":"%s"}}}]}}""".formatted(cpu, cpu));
    }
}
