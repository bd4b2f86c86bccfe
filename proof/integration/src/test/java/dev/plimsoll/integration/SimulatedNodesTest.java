package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.FileCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.runtime.ProgramContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Simulated nodes and our API server, seen through the API: pods come up, are resized, wait, survive a restart and go. */
@Timeout(60)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
// Acceptance of KEP-1287: goal-no-restart, pending-deferred, condition-times, cri-sandbox-unknown, reject-new-pod
// Acceptance of KEP-1287: restart-times, failed-told
// Acceptance of KEP-5419: goal-resize, goal-both-levels, status-refresh, sandbox, failure-sandbox
// Acceptance of nodes: resize-deferred, resize-infeasible
class SimulatedNodesTest {
    @TempDir
    Path folder;

    private final Queue<String> defects = new ConcurrentLinkedQueue<>();
    private Server server;
    private ApiClient client;

    @BeforeEach
    void start() {
        server = new Server();
        client = server.inProcess();
    }

    @AfterEach
    void stop() {
        server.close();
        assertThat(server.defects).isEmpty();
        assertThat(defects).isEmpty();
    }

    /** Nodes of 8 CPUs in this process. */
    private Running nodes() {
        return new Running(client, folder, defects);
    }

    private static final class Running implements AutoCloseable {
        private final NodeContext around;
        private final SimulatedNodes nodes;

        Running(ApiClient client, Path folder, Queue<String> defects) {
            var told = ReportedDefects.asTexts(defects::add);
            around = NodeContext.of(new ProgramContext(Time.system(), new Random(1), told), client);
            var shapes = NodeShapes.of(
                    "node",
                    2,
                    MachineNotation.literal("1s1n8c1t,memory=32Gi"),
                    ResourceAmounts.EMPTY,
                    110,
                    FeatureGates.DEFAULT);
            nodes = SimulatedNodes.start(
                    new SimulatedNodes.Plan(
                            shapes,
                            FeatureGates.DEFAULT,
                            null,
                            name -> new FileCheckpoints(folder.resolve(name), InstantSource.system()),
                            new NodeDocument.Versions("v1.37.0", "simulated://1", "", "", "boot")),
                    around,
                    told);
        }

        @Override
        public void close() {
            nodes.close();
            around.close();
        }
    }

    private void create(String name, String spec) {
        var made = client.create(
                ApiResource.PODS,
                Server.json(
                        "{\"metadata\":{\"name\":\"" + name + "\",\"namespace\":\"default\"},\"spec\":" + spec + "}"));
        assertThat(made.problem()).isEmpty();
    }

    private void resize(String name, String spec) {
        RegisteredNode.await(client, "node-0");
        var patch = new Patch.Strategic(Server.json("{\"spec\":" + spec + "}"));
        assertThat(client.patch(ApiResource.PODS.sub("resize"), named(name), patch)
                        .problem())
                .isEmpty();
    }

    private static ObjectName named(String name) {
        return new ObjectName("default", name);
    }

    /** The pod as soon as it is as wanted; waits on a watch. */
    private JsonNode until(String name, Predicate<JsonNode> wanted) throws IOException {
        var pod = client.get(ApiResource.PODS, named(name)).done().orElseThrow();
        if (wanted.test(pod)) return pod;
        var selection = ObjectSelection.inNamespace("default").withFields("metadata.name=" + name);
        var version = pod.path("metadata").path("resourceVersion").asText();
        var watch = client.watch(ApiResource.PODS, selection, version, Duration.ofMinutes(1))
                .done()
                .orElseThrow();
        try (watch) {
            for (var event = watch.next(); event.isPresent(); event = watch.next()) {
                if (event.get() instanceof WatchEvent.Modified(var changed) && wanted.test(changed)) return changed;
            }
        }
        throw new AssertionError("the watch ended; the pod is " + client.get(ApiResource.PODS, named(name)));
    }

    private void untilGone(String name) throws IOException {
        var selection = ObjectSelection.inNamespace("default").withFields("metadata.name=" + name);
        var list =
                client.list(ApiResource.PODS, selection, Page.first(10)).done().orElseThrow();
        if (list.items().isEmpty()) return;
        try (var watch = client.watch(ApiResource.PODS, selection, list.resourceVersion(), Duration.ofMinutes(1))
                .done()
                .orElseThrow()) {
            for (var event = watch.next(); event.isPresent(); event = watch.next()) {
                if (event.get() instanceof WatchEvent.Deleted) return;
            }
        }
        throw new AssertionError("it is still there");
    }

    private void untilRegistered(String node) throws IOException {
        var selection = ObjectSelection.ALL.withFields("metadata.name=" + node);
        try (var watch = client.watch(ApiResource.NODES, selection, "", Duration.ofMinutes(1))
                .done()
                .orElseThrow()) {
            for (var event = watch.next(); event.isPresent(); event = watch.next()) {
                if (event.get() instanceof WatchEvent.Added) return;
            }
        }
        throw new AssertionError(node + " has not registered");
    }

    private static boolean isReady(JsonNode pod) {
        return condition(pod, "Ready").path("status").asText().equals("True");
    }

    private static JsonNode condition(JsonNode pod, String type) {
        for (var condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asText().equals(type)) return condition;
        }
        return pod.path("none");
    }

    private static boolean has(JsonNode pod, String pointer, String text) {
        return pod.at(pointer).asText().equals(text);
    }

    private static final String IDE = """
            {"nodeName":"node-0","resources":{"requests":{"cpu":"1","memory":"1Gi"},"limits":{"cpu":"2","memory":"2Gi"}},
             "containers":[{"name":"editor","image":"i"},
              {"name":"build","image":"i","resources":{"requests":{"cpu":"250m"},"limits":{"cpu":"1"}}}]}""";

    private static final String FILLER = """
            {"nodeName":"node-0","terminationGracePeriodSeconds":0,
             "containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"6"}}}]}""";

    @Test
    @DisplayName("a pod runs, and is resized at pod level and in a container in one go")
    void resized() throws IOException {
        try (var _ = nodes()) {
            create("ide", IDE);
            var pod = until("ide", SimulatedNodesTest::isReady);
            assertThat(pod.at("/status/resources/limits/memory").asText()).isEqualTo("2Gi");
            assertThat(pod.at("/status/allocatedResources/cpu").asText()).isEqualTo("1");
            assertThat(pod.at("/status/qosClass").asText()).isEqualTo("Burstable");
            resize("ide", """
                    {"resources":{"requests":{"cpu":"1500m"},"limits":{"cpu":"3","memory":"3Gi"}},
                     "containers":[{"name":"build","resources":{"limits":{"cpu":"2"}}}]}""");
            var done = until(
                    "ide",
                    now -> has(now, "/status/resources/limits/cpu", "3")
                            && condition(now, "PodResizeInProgress").isMissingNode());
            assertThat(done.at("/status/resources/limits/memory").asText()).isEqualTo("3Gi");
            assertThat(done.at("/status/resources/requests/cpu").asText()).isEqualTo("1500m");
            assertThat(done.at("/status/containerStatuses/1/resources/limits/cpu")
                            .asText())
                    .isEqualTo("2");
            assertThat(done.at("/status/containerStatuses/1/restartCount").asInt())
                    .isZero();
            assertThat(done.at("/status/observedGeneration").asLong()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName(
            "a resize that does not fit waits with a reason, through a restart of the node, and is granted when room is made")
    void deferred() throws IOException {
        ObjectNode pending;
        try (var _ = nodes()) {
            create("ide", IDE);
            until("ide", SimulatedNodesTest::isReady);
            create("filler", FILLER);
            until("filler", SimulatedNodesTest::isReady);
            resize("ide", "{\"resources\":{\"requests\":{\"cpu\":\"2500m\"},\"limits\":{\"cpu\":\"3\"}}}");
            var pod = until("ide", now -> !condition(now, "PodResizePending").isMissingNode());
            pending = (ObjectNode) condition(pod, "PodResizePending");
            assertThat(pending.path("reason").asText()).isEqualTo("Deferred");
            assertThat(pending.path("message").asText())
                    .startsWith("Node didn't have enough resource: cpu, requested: 2500, used: 6000, capacity: 8000");
            assertThat(pod.at("/status/resources/requests/cpu").asText()).isEqualTo("1");
        }
        try (var _ = nodes()) {
            var pod = until("ide", SimulatedNodesTest::isReady);
            assertThat(condition(pod, "PodResizePending").path("lastTransitionTime"))
                    .isEqualTo(pending.path("lastTransitionTime"));
            assertThat(client.delete(ApiResource.PODS, named("filler"), DeleteOptions.DEFAULT)
                            .problem())
                    .isEmpty();
            untilGone("filler");
            var done = until("ide", now -> has(now, "/status/resources/requests/cpu", "2500m"));
            assertThat(done.at("/status/containerStatuses/0/restartCount").asInt())
                    .isZero();
            assertThat(condition(
                                    until(
                                            "ide",
                                            now -> condition(now, "PodResizePending")
                                                    .isMissingNode()),
                                    "Ready")
                            .path("status")
                            .asText())
                    .isEqualTo("True");
        }
    }

    @Test
    @DisplayName(
            "a pod that does not fit is refused with the numbers, and one that is deleted goes after its containers")
    void refusedAndDeleted() throws IOException {
        try (var _ = nodes()) {
            create("filler", FILLER);
            until("filler", SimulatedNodesTest::isReady);
            create("more", FILLER);
            var refused = until("more", pod -> has(pod, "/status/phase", "Failed"));
            assertThat(refused.at("/status/reason").asText()).isEqualTo("OutOfcpu");
            assertThat(refused.at("/status/message").asText())
                    .isEqualTo("Pod was rejected: Node didn't have enough resource: cpu, requested: 6000, used: 6000, "
                            + "capacity: 8000");
            assertThat(client.delete(ApiResource.PODS, named("filler"), DeleteOptions.DEFAULT))
                    .isInstanceOf(RequestResult.Done.class);
            untilGone("filler");
        }
    }

    @Test
    @DisplayName("a runtime that refuses the pod's new size is told of in the condition, and nothing has changed")
    void vetoed() throws IOException {
        try (var _ = nodes()) {
            var made = client.create(ApiResource.PODS, Server.json("""
                    {"metadata":{"name":"ide","namespace":"default",
                     "annotations":{"simulation.plimsoll.dev/veto":"no room in the socket"}},"spec":""" + IDE + "}"));
            assertThat(made.problem()).isEmpty();
            until("ide", SimulatedNodesTest::isReady);
            resize("ide", "{\"resources\":{\"limits\":{\"memory\":\"3Gi\"}}}");
            var pod = until("ide", now -> has(condition(now, "PodResizeInProgress"), "/reason", "Error"));
            assertThat(condition(pod, "PodResizeInProgress").path("message").asText())
                    .contains("resize rejected")
                    .contains("no room in the socket");
            assertThat(pod.at("/status/resources/limits/memory").asText()).isEqualTo("2Gi");
        }
    }

    @Test
    @DisplayName("a label that the node got at the API counts, one that it lost there does not")
    void labelsOfTheApi() throws Exception {
        try (var _ = nodes()) {
            untilRegistered("node-0");
            var labels = new Patch.Merge(Server.json("{\"metadata\":{\"labels\":{\"disk\":\"ssd\"}}}"));
            assertThat(client.patch(ApiResource.NODES, ObjectName.ofCluster("node-0"), labels)
                            .problem())
                    .isEmpty();
            // The node hears of its label and of the pod by different watches: a pod may be a moment too early.
            for (var attempt = 0; ; attempt++) {
                var name = "picky-" + attempt;
                create(
                        name,
                        "{\"nodeName\":\"node-0\",\"nodeSelector\":{\"disk\":\"ssd\"},"
                                + "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}");
                var ended = until(
                        name,
                        each -> !each.at("/status/phase").asText("Pending").equals("Pending"));
                if (ended.at("/status/phase").asText().equals("Running")) break;
                assertThat(ended.at("/status/reason").asText()).isEqualTo("NodeAffinity");
                assertThat(attempt).isLessThan(100);
            }
        }
    }
}
