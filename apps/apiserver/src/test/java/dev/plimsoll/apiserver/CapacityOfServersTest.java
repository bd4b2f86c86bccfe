package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Resizes, withdrawn resizes and bindings at two servers of one store, and a node that is late: it never turns a bound pod away. */
@Timeout(120)
// Acceptance of KEP-5419: risk-race
class CapacityOfServersTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final int CAPACITY = 4000;
    private static final int STEPS = 60;

    private static TestServer one;
    private static TestServer other;

    @BeforeAll
    static void start() {
        one = new TestServer();
        other = one.another();
    }

    @AfterAll
    static void stop() {
        assertThat(one.defects()).isEmpty();
        assertThat(other.defects()).isEmpty();
        other.close();
        one.close();
    }

    /** A node with a queue of pods that it has not looked at and of reports that it has not sent. */
    private static final class LateNode {
        private final String name;
        private final Deque<JsonNode> inbox = new ArrayDeque<>();
        private final Deque<Runnable> outbox = new ArrayDeque<>();
        private final Map<String, Integer> allocated = new TreeMap<>();
        private final Map<String, JsonNode> newest = new TreeMap<>();

        LateNode(String name) {
            this.name = name;
            var amounts = "{\"cpu\":\"" + CAPACITY + "m\",\"memory\":\"8Gi\",\"pods\":\"100\"}";
            var made = one.post(
                    "/api/v1/nodes",
                    "{\"metadata\":{\"name\":\"%s\"},\"status\":{\"allocatable\":%s,\"capacity\":%s}}"
                            .formatted(name, amounts, amounts));
            assertThat(made.status()).as(made.text()).isEqualTo(201);
        }

        /** Looks at one pod; those that wait for room are tried again. */
        void look(Random random) {
            var pod = inbox.poll();
            if (pod == null) return;
            var key = pod.at("/metadata/name").asText();
            newest.put(key, pod);
            if (!allocated.containsKey(key)) {
                assertThat(sum() + asked(pod))
                        .as("%s turns %s away: %s and %s more", name, key, allocated, asked(pod))
                        .isLessThanOrEqualTo(CAPACITY);
                allocated.put(key, asked(pod));
            }
            for (var each : newest.entrySet()) {
                var had = allocated.getOrDefault(each.getKey(), 0);
                if (sum() - had + asked(each.getValue()) > CAPACITY || had == asked(each.getValue())) continue;
                allocated.put(each.getKey(), asked(each.getValue()));
                if (!each.getKey().equals(key)) report(each.getValue(), random);
            }
            report(pod, random);
        }

        private int sum() {
            return allocated.values().stream().mapToInt(Integer::intValue).sum();
        }

        private void report(JsonNode pod, Random random) {
            var key = pod.at("/metadata/name").asText();
            var cpu = allocated.getOrDefault(key, 0);
            var generation = pod.at("/metadata/generation").asLong();
            var server = random.nextBoolean() ? one : other;
            outbox.add(() -> {
                var answer = server.patch(
                        "merge-patch+json", PODS + "/" + key + "/status", """
                        {"status":{"phase":"Running","observedGeneration":%d,"containerStatuses":[{"name":"c","image":"i","imageID":"i","ready":true,
                        "restartCount":0,"state":{"running":{}},"allocatedResources":{"cpu":"%dm"},"resources":{"requests":{"cpu":"%dm"}}}]}}""".formatted(generation, cpu, cpu));
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            });
        }
    }

    private static int asked(JsonNode pod) {
        var text = pod.at("/spec/containers/0/resources/requests/cpu").asText();
        return text.endsWith("m") ? Integer.parseInt(text.replace("m", "")) : Integer.parseInt(text) * 1000;
    }

    static List<Integer> seeds() {
        var seeds = new ArrayList<Integer>();
        for (var i = 0; i < 12; i++) seeds.add(i);
        return seeds;
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aLateNodeNeverTurnsABoundPodAway(int seed) {
        var random = new Random(seed);
        var node = new LateNode("late-" + seed);
        var names = new ArrayList<String>();
        for (var step = 0; step < STEPS; step++) {
            var server = random.nextBoolean() ? one : other;
            switch (random.nextInt(6)) {
                case 0 -> bind(server, node, "p" + seed + "-" + step, 200 + random.nextInt(1500), names);
                case 1, 2 -> {
                    if (names.isEmpty()) continue;
                    var name = names.get(random.nextInt(names.size()));
                    resize(server, node, name, 100 + random.nextInt(2500));
                }
                case 3, 4 -> node.look(random);
                default -> {
                    var report = node.outbox.poll();
                    if (report != null) report.run();
                }
            }
        }
        while (!node.inbox.isEmpty()) node.look(random);
        assertThat(names).isNotEmpty();
    }

    @Test
    @DisplayName("a resize that was withdrawn at one server counts at the other until the node has seen that")
    void withdrawn() {
        var node = new LateNode("withdrawn");
        var names = new ArrayList<String>();
        bind(one, node, "w", 1000, names);
        resize(one, node, "w", 3500);
        resize(one, node, "w", 1000);
        bind(other, node, "v", 1000, names);
        assertThat(names).as("the node may be granting 3500m").containsExactly("w");
        var random = new Random(1);
        while (!node.inbox.isEmpty()) node.look(random);
        node.outbox.forEach(Runnable::run);
        bind(other, node, "u", 1000, names);
        assertThat(names).containsExactly("w", "u");
    }

    private static void bind(TestServer server, LateNode node, String name, int cpu, List<String> names) {
        var made = server.post(PODS, """
                {"metadata":{"name":"%s"},"spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"%dm"}}}]}}""".formatted(name, cpu));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        var bound = server.post(
                PODS + "/" + name + "/binding",
                "{\"metadata\":{\"name\":\"%s\"},\"target\":{\"kind\":\"Node\",\"name\":\"%s\"}}"
                        .formatted(name, node.name));
        assertThat(bound.status()).as(bound.text()).isIn(201, 409);
        if (bound.status() != 201) return;
        names.add(name);
        node.inbox.add(server.get(PODS + "/" + name).json());
    }

    private static void resize(TestServer server, LateNode node, String name, int cpu) {
        var answer = server.patch(
                "strategic-merge-patch+json",
                PODS + "/" + name + "/resize",
                "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"%dm\"}}}]}}"
                        .formatted(cpu));
        // A pod that the node has not let in yet grows only into room that is there.
        if (answer.status() == 409 && answer.text().contains("has not admitted the pod yet")) return;
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        node.inbox.add(answer.json());
    }
}
