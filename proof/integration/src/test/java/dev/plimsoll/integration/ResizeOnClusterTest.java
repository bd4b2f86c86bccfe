package dev.plimsoll.integration;

import static dev.plimsoll.integration.SimulatedCluster.condition;
import static dev.plimsoll.integration.SimulatedCluster.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.Patch;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sentences of KEP-1287 and KEP-5419 that users meet at the API of a cluster: statuses, conditions, events, outages, skew. */
@Timeout(60)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
// Acceptance of KEP-1287: status-running, status-not-running, status-allocated, status-conditions, valid-no-node
// Acceptance of KEP-1287: init-containers, pending-deferred, pending-message, condition-status, condition-times
// Acceptance of KEP-1287: pending-generation, no-status-before-node, events, terminated, api-away
// Acceptance of KEP-5419: no-pod-policy, policy-cpu, policy-inherited, policy-own, skew-server-off, skew-node-off
// Acceptance of KEP-5419: rollback, api-away
// Acceptance of nodes: resize-rollback
class ResizeOnClusterTest {
    private static final String SMALL = "{'cpu':'100m','memory':'64Mi'}";
    private static final String LARGE = "{'cpu':'200m','memory':'128Mi'}";
    private static final FeatureGates WITHOUT_POD_LEVEL =
            FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false);

    @TempDir
    Path folder;

    private SimulatedCluster cluster;

    @BeforeEach
    void start() {
        cluster = new SimulatedCluster(folder);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private static String both(String amounts) {
        return "{'requests':" + amounts + ",'limits':" + amounts + "}";
    }

    private static String cpu(String amount) {
        return json("{'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'" + amount + "'}}}]}");
    }

    private static JsonNode container(JsonNode pod, String name) {
        for (var list : List.of("containerStatuses", "initContainerStatuses")) {
            for (var status : pod.path("status").path(list)) {
                if (status.path("name").asText().equals(name)) return status;
            }
        }
        return pod.path("none");
    }

    private static void assertHas(JsonNode pod, String name, String state, String amounts) {
        var status = container(pod, name);
        assertThat(status.path("state").has(state)).as("%s: %s", name, status).isTrue();
        assertThat(status.path("resources")).as(name).isEqualTo(Server.json(json(both(amounts))));
        assertThat(status.path("allocatedResources")).as(name).isEqualTo(Server.json(json(amounts)));
    }

    @Test
    @DisplayName(
            "every container says what it has or will start with, whatever its state; one that ended takes a resize too")
    void everyState() throws Exception {
        var own = "'image':'i','resources':" + both(SMALL);
        cluster.create(
                "p",
                json("{'restartPolicy':'Never','initContainers':[{'name':'first'," + own
                        + "},{'name':'side','restartPolicy':'Always'," + own + "}],'containers':[{'name':'main'," + own
                        + "},{'name':'done'," + own + "},{'name':'plain','image':'i'}]}"),
                "exit.first",
                "0s 0",
                "exit.done",
                "0s 0");
        var pod = cluster.await(
                "p",
                "done has ended, main and plain run",
                each -> container(each, "done").path("state").has("terminated")
                        && container(each, "main").path("state").has("running")
                        && container(each, "plain").path("state").has("running"));
        assertHas(pod, "first", "terminated", SMALL);
        assertHas(pod, "side", "running", SMALL);
        assertHas(pod, "main", "running", SMALL);
        assertHas(pod, "done", "terminated", SMALL);
        assertThat(container(pod, "plain").path("resources")).isEqualTo(Server.json("{}"));
        assertThat(container(pod, "plain").has("allocatedResources")).isFalse();
        assertThat(pod.at("/status/resources"))
                .as("side, main and done; plain has no limit")
                .isEqualTo(Server.json(json("{'requests':{'cpu':'300m','memory':'192Mi'}}")));

        var larger = "'resources':" + both(LARGE);
        cluster.resize(
                "p",
                json("{'initContainers':[{'name':'side'," + larger + "}],'containers':[{'name':'main'," + larger
                        + "},{'name':'done'," + larger + "}]}"));
        var resized = cluster.awaitResized("p", 2);
        assertHas(resized, "side", "running", LARGE);
        assertHas(resized, "main", "running", LARGE);
        assertHas(resized, "done", "terminated", LARGE);
        assertHas(resized, "first", "terminated", SMALL);
        assertThat(resized.at("/status/resources"))
                .isEqualTo(Server.json(json("{'requests':{'cpu':'600m','memory':'384Mi'}}")));
        for (var name : List.of("side", "main", "plain"))
            assertThat(container(resized, name).path("restartCount").asInt()).isZero();
    }

    @Test
    @DisplayName(
            "a pod that has ended keeps what it had in its status, and a resize of it changes nothing but the spec")
    void ended() throws Exception {
        cluster.create(
                "p",
                json("{'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':" + both(SMALL)
                        + "}]}"),
                "exit.c",
                "0s 0");
        var pod = cluster.await(
                "p", "succeeded", each -> each.at("/status/phase").asText().equals("Succeeded"));
        assertHas(pod, "c", "terminated", SMALL);
        cluster.resize("p", json("{'containers':[{'name':'c','resources':" + both(LARGE) + "}]}"));
        cluster.run("later", cpu("100m"));
        var after = cluster.get("p");
        assertThat(after.at("/status/phase").asText()).isEqualTo("Succeeded");
        assertThat(condition(after, "PodResizePending").isMissingNode()).isTrue();
        assertThat(condition(after, "PodResizeInProgress").isMissingNode()).isTrue();
        var revive = new Patch.Merge(Server.json("{\"status\":{\"phase\":\"Running\",\"containerStatuses\":null}}"));
        var overwritten = cluster.client
                .patch(ApiResource.PODS.sub("status"), named("p"), revive)
                .done()
                .orElseThrow();
        var repaired = cluster.await(
                "p",
                "repaired",
                each -> each.at("/metadata/resourceVersion").asLong()
                                > overwritten.at("/metadata/resourceVersion").asLong()
                        && each.at("/status/phase").asText().equals("Succeeded"));
        assertThat(container(repaired, "c").path("state").has("terminated")).isTrue();
    }

    @Test
    @DisplayName("a pod without a node has no container statuses; what it is resized to is what it starts with")
    void beforeItHasANode() throws Exception {
        var pod = Server.json("{\"metadata\":{\"name\":\"p\",\"namespace\":\"default\"},\"spec\":" + cpu("1") + "}");
        assertThat(cluster.client.create(ApiResource.PODS, pod).problem()).isEmpty();
        assertThat(cluster.get("p").path("status").has("containerStatuses")).isFalse();
        cluster.resize("p", cpu("2"));
        var binding = Server.json(json(
                "{'apiVersion':'v1','kind':'Binding','metadata':{'name':'p','namespace':'default'},'target':{'kind':'Node','name':'"
                        + SimulatedCluster.NODE + "'}}"));
        // The node may not have registered yet.
        for (var attempt = 0; ; attempt++) {
            if (cluster.client
                    .create(ApiResource.PODS.sub("binding"), named("p"), binding)
                    .problem()
                    .isEmpty()) break;
            assertThat(attempt).isLessThan(10_000);
        }
        var running = cluster.awaitReady("p");
        assertThat(container(running, "c").at("/allocatedResources/cpu").asText())
                .isEqualTo("2");
        assertThat(running.at("/status/resources/requests/cpu").asText()).isEqualTo("2");
        assertThat(cluster.events.all())
                .noneMatch(each -> each.path("reason").asText().startsWith("Resize"));
    }

    @Test
    @DisplayName(
            "conditions of a resize: type, status, reason, message, times and generations, from the wish to the end")
    void conditions() throws Exception {
        cluster.run(
                "filler",
                json("{'terminationGracePeriodSeconds':0,"
                        + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'5'}}}]}"));
        cluster.run("p", cpu("1"));
        cluster.resize("p", cpu("4"));
        var waiting = cluster.await(
                "p", "deferred", pod -> !condition(pod, "PodResizePending").isMissingNode());
        var pending = condition(waiting, "PodResizePending");
        assertThat(pending.path("status").asText()).isEqualTo("True");
        assertThat(pending.path("reason").asText()).isEqualTo("Deferred");
        assertThat(pending.path("message").asText())
                .startsWith("Node didn't have enough resource: cpu, requested: 4000, used: 5000, capacity: 8000");
        assertThat(pending.path("observedGeneration").asLong()).isEqualTo(2);
        assertThat(Instant.parse(pending.path("lastTransitionTime").asText()))
                .isAfter(Instant.parse("2020-01-01T00:00:00Z"));
        assertThat(container(waiting, "c").at("/allocatedResources/cpu").asText())
                .isEqualTo("1");
        var told = cluster.awaitEvent("ResizeDeferred", _ -> true);
        assertThat(told.path("type").asText()).isEqualTo("Warning");
        assertThat(told.at("/involvedObject/name").asText()).isEqualTo("p");

        cluster.resize("p", cpu("3500m"));
        var again = cluster.await(
                "p",
                "deferred again",
                pod -> condition(pod, "PodResizePending")
                                .path("observedGeneration")
                                .asLong()
                        == 3);
        assertThat(condition(again, "PodResizePending").path("lastTransitionTime"))
                .isEqualTo(pending.path("lastTransitionTime"));

        // Taken back: nothing is left of it.
        cluster.resize("p", cpu("1"));
        cluster.awaitResized("p", 4);
        cluster.resize("p", cpu("4"));
        cluster.await(
                "p",
                "deferred",
                pod -> condition(pod, "PodResizePending")
                                .path("observedGeneration")
                                .asLong()
                        == 5);
        assertThat(cluster.client
                        .delete(ApiResource.PODS, named("filler"), DeleteOptions.DEFAULT)
                        .problem())
                .isEmpty();
        var done = cluster.awaitResized("p", 5);
        assertThat(container(done, "c").at("/resources/requests/cpu").asText()).isEqualTo("4");
        for (var reason : List.of("ResizeStarted", "ResizeCompleted")) {
            assertThat(cluster.awaitEvent(reason, _ -> true).path("type").asText())
                    .isEqualTo("Normal");
        }
    }

    @Test
    @DisplayName("a resize that the node has seen is carried out while the API is away, and told when it is back")
    void withoutTheApi() throws Exception {
        cluster.run("p", cpu("1"));
        cluster.cutOff(true);
        cluster.resize("p", cpu("2"));
        var during = cluster.get("p");
        assertThat(during.at("/spec/containers/0/resources/requests/cpu").asText())
                .isEqualTo("2");
        assertThat(container(during, "c").at("/allocatedResources/cpu").asText())
                .isEqualTo("1");
        cluster.cutOff(false);
        var done = cluster.awaitResized("p", 2);
        assertThat(container(done, "c").at("/resources/requests/cpu").asText()).isEqualTo("2");
        assertThat(container(done, "c").path("restartCount").asInt()).isZero();
    }

    private static ObjectNode update(ApiClient client, String spec) {
        var patch = new Patch.Strategic(Server.json("{\"spec\":" + json(spec) + "}"));
        var answer = client.patch(ApiResource.PODS.sub("resize"), named("p"), patch);
        assertThat(answer.problem()).isEmpty();
        return answer.done().orElseThrow();
    }

    /** The plan of both documents: the gate goes off and on again at servers and nodes while pods run. */
    @Test
    @DisplayName(
            "pod-level resize off at the servers, off at the node, on again: pods run on, resizes are refused, wait, are done")
    void rollback() throws Exception {
        var before = cluster.run(
                "p",
                json("{'resources':{'requests':{'cpu':'1','memory':'1Gi'},'limits':{'cpu':'2','memory':'2Gi'}},"
                        + "'containers':[{'name':'c','image':'i'}]}"));
        var id = container(before, "c").path("containerID").asText();
        var wish = "{'resources':{'limits':{'memory':'3Gi'}}}";
        try (var older = cluster.server.another(WITHOUT_POD_LEVEL)) {
            var patch = new Patch.Strategic(Server.json("{\"spec\":" + json(wish) + "}"));
            var refused = older.inProcess().patch(ApiResource.PODS.sub("resize"), named("p"), patch);
            assertThat(refused.problem()).contains("resize of pods with pod-level resources is forbidden");
            assertThat(older.defects).isEmpty();
        }
        assertThat(cluster.get("p").at("/status/phase").asText()).isEqualTo("Running");

        // Written while the node is down: one that is up says what it can do, and the server refuses what it cannot.
        cluster.stop();
        update(cluster.client, wish);
        cluster.start(WITHOUT_POD_LEVEL);
        var waiting = cluster.await(
                "p", "infeasible", pod -> !condition(pod, "PodResizePending").isMissingNode());
        assertThat(condition(waiting, "PodResizePending").path("reason").asText())
                .isEqualTo("Infeasible");
        assertThat(condition(waiting, "PodResizePending").path("message").asText())
                .isEqualTo("InPlacePodLevelResourcesVerticalScaling is disabled");
        assertThat(container(waiting, "c").path("containerID").asText()).isEqualTo(id);

        cluster.restart(FeatureGates.DEFAULT);
        var done = cluster.awaitResized("p", 2);
        var resources = cluster.await(
                "p",
                "in force",
                pod -> pod.at("/status/resources/limits/memory").asText().equals("3Gi"));
        assertThat(container(resources, "c").path("containerID").asText()).isEqualTo(id);
        assertThat(container(done, "c").path("restartCount").asInt()).isZero();
    }

    /** KEP-5419, "Resize Restart Policy": the pod of the document, with the values that the API has for its policies. */
    @Test
    @DisplayName(
            "c1 inherits the memory limit of the pod and starts again when it changes; c2 has its own; cpu restarts nobody")
    void theExampleOfThePolicies() throws Exception {
        var policy = "'resizePolicy':[{'resourceName':'cpu','restartPolicy':'NotRequired'},"
                + "{'resourceName':'memory','restartPolicy':'RestartContainer'}]";
        cluster.run(
                "p",
                json(
                        "{'resources':{'requests':{'cpu':'100m','memory':'100Mi'},'limits':{'cpu':'200m','memory':'200Mi'}},"
                                + "'containers':[{'name':'c1','image':'i'," + policy + "},{'name':'c2','image':'i',"
                                + policy
                                + ",'resources':{'requests':{'cpu':'50m','memory':'50Mi'},'limits':{'cpu':'100m','memory':'100Mi'}}}]}"));
        cluster.resize("p", json("{'resources':{'limits':{'cpu':'300m'}}}"));
        var cpu = cluster.awaitResized("p", 2);
        assertThat(container(cpu, "c1").path("restartCount").asInt()).isZero();
        assertThat(container(cpu, "c2").path("restartCount").asInt()).isZero();
        cluster.resize("p", json("{'resources':{'limits':{'memory':'300Mi'}}}"));
        cluster.awaitResized("p", 3);
        var memory = cluster.await(
                "p",
                "c1 runs again",
                pod -> container(pod, "c1").path("restartCount").asInt() == 1
                        && container(pod, "c1").path("state").has("running"));
        assertThat(container(memory, "c2").path("restartCount").asInt()).isZero();
        assertThat(memory.at("/status/resources/limits/memory").asText()).isEqualTo("300Mi");
    }
}
