package dev.plimsoll.integration;

import static dev.plimsoll.integration.NodeOnFakeRuntime.container;
import static dev.plimsoll.integration.NodeOnFakeRuntime.id;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: restart-all
/** {@code restartPolicyRules} with the action {@code RestartAllContainers}: one ends with a certain code, and all run again. */
class RestartAllContainersTest {
    private static final String FEATURE = "RestartAllContainersOnContainerExits";
    private static final String RULES = """
            "restartPolicy":"Never","restartPolicyRules":[
            {"action":"RestartAllContainers","exitCodes":{"operator":"In","values":[42]}},
            {"action":"Restart","exitCodes":{"operator":"In","values":[7]}}]""";

    @TempDir
    Path folder;

    /** The worker ends with 42 at its first run, as the file in the volume tells. */
    private static String spec(String worker) {
        return """
                {"restartPolicy":"Never","terminationGracePeriodSeconds":1,
                "volumes":[{"name":"v","emptyDir":{}}],
                "initContainers":[{"name":"init","image":"busybox","command":["sh","-c","echo once more"]}],
                "containers":[
                {"name":"worker","image":"busybox","command":["sh","-c","%s"],"volumeMounts":[{"name":"v","mountPath":"/v"}],%s},
                {"name":"other","image":"busybox","command":["sleep","100000"]}]}""".formatted(worker, RULES);
    }

    private static final String ENDS_ONCE = "if test -e /v/ran; then sleep 100000; fi; echo > /v/ran; exit 42";

    private static boolean isRestarted(ObjectNode pod) {
        return List.of("init", "worker", "other").stream()
                .allMatch(name -> container(pod, name).path("restartCount").asInt() == 1);
    }

    private static void assertRestarted(JsonNode status) {
        var last = status.path("lastState").path("terminated");
        assertThat(last.path("exitCode").asInt()).isEqualTo(137);
        assertThat(last.path("reason").asText()).isEqualTo("RestartingAllContainers");
        assertThat(last.path("message").asText())
                .isEqualTo("The container is removed because RestartAllContainers in place");
    }

    @Test
    void allContainersOfASimulatedPodRunAgainWithTheirVolumes() throws Exception {
        try (var cluster = new SimulatedCluster(folder)) {
            RegisteredNode.await(cluster.client, SimulatedCluster.NODE);
            var node = cluster.client
                    .get(ApiResource.NODES, ObjectName.ofCluster(SimulatedCluster.NODE))
                    .done()
                    .orElseThrow();
            assertThat(node.at("/status/declaredFeatures"))
                    .extracting(JsonNode::asText)
                    .contains(FEATURE);
            cluster.create("p", spec(ENDS_ONCE));
            var pod = cluster.await(
                    "p",
                    "all run again",
                    each -> isRestarted(each)
                            && container(each, "worker").path("state").has("running")
                            && container(each, "other").path("state").has("running"));
            assertRestarted(container(pod, "other"));
            assertThat(container(pod, "init").at("/state/terminated/reason").asText())
                    .isEqualTo("Completed");
        }
    }

    @Test
    void aNodeWithoutTheGateRefusesSuchAPod() throws Exception {
        var off = FeatureGates.DEFAULT.with(Gate.RESTART_ALL_CONTAINERS_ON_CONTAINER_EXITS, false);
        try (var cluster = new SimulatedCluster(folder, off)) {
            cluster.create("p", spec(ENDS_ONCE));
            var pod = cluster.await(
                    "p", "refused", each -> each.at("/status/phase").asText().equals("Failed"));
            assertThat(pod.at("/status/message").asText())
                    .isEqualTo("Pod was rejected: Pod requires node features that are not available: " + FEATURE);
        }
    }

    @Test
    void allContainersOfARuntimeRunAgainAlsoIfTheAgentIsRestarted() throws Exception {
        try (var node = new NodeOnFakeRuntime(folder)) {
            node.create("p", spec("x"));
            var first = node.await(
                    "p",
                    "init runs",
                    pod -> container(pod, "init").path("state").has("running"));
            node.runtime.exit(id(first, "init"), 0, "Completed");
            var running = node.awaitRunning("p");
            node.stop();
            node.runtime.exit(id(running, "worker"), 42, "Error");
            node.start();
            var second = node.await(
                    "p",
                    "init runs again",
                    pod -> container(pod, "init").path("restartCount").asInt() == 1
                            && container(pod, "init").path("state").has("running"));
            assertThat(container(second, "other").at("/state/waiting/reason").asText())
                    .isEqualTo("RestartingAllContainers");
            assertThat(node.runtime.faults().calls()).contains("RemoveContainer");
            node.runtime.exit(id(second, "init"), 0, "Completed");
            var last = node.await(
                    "p",
                    "all run again",
                    pod -> container(pod, "other").path("restartCount").asInt() == 1
                            && container(pod, "worker").path("restartCount").asInt() == 1
                            && container(pod, "worker").path("state").has("running"));
            assertRestarted(container(last, "other"));
        }
    }

    @Test
    void restartsAreCountedOnIfTheAgentIsRestartedWhileNoContainerIsThere() throws Exception {
        try (var node = new NodeOnFakeRuntime(folder)) {
            node.create("p", spec("x"));
            var first = node.await(
                    "p",
                    "init runs",
                    pod -> container(pod, "init").path("state").has("running"));
            node.runtime.exit(id(first, "init"), 0, "Completed");
            var running = node.awaitRunning("p");
            node.runtime.faults().failNext("CreateContainer", Status.INTERNAL.withDescription("no room for it"));
            node.runtime.exit(id(running, "worker"), 42, "Error");
            node.await(
                    "p",
                    "init cannot be started",
                    pod -> container(pod, "init")
                            .at("/state/waiting/message")
                            .asText()
                            .contains("no room for it"));
            node.stop();
            assertThat(node.runtime.knows(id(running, "other")))
                    .as("it is removed")
                    .isFalse();
            node.start();
            var second = node.await(
                    "p",
                    "init runs again",
                    pod -> container(pod, "init").path("state").has("running"));
            assertThat(container(second, "init").path("restartCount").asInt()).isEqualTo(1);
            node.runtime.exit(id(second, "init"), 0, "Completed");
            var last = node.awaitRunning("p");
            for (var name : List.of("worker", "other"))
                assertThat(container(last, name).path("restartCount").asInt())
                        .as(name)
                        .isEqualTo(1);
        }
    }
}
