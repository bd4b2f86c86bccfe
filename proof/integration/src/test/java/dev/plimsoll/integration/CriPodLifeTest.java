package dev.plimsoll.integration;

import static dev.plimsoll.integration.NodeOnFakeRuntime.container;
import static dev.plimsoll.integration.NodeOnFakeRuntime.file;
import static dev.plimsoll.integration.NodeOnFakeRuntime.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.cri.CallTimeouts;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.Sandbox;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods on a node whose runtime is behind a CRI socket: how they begin, what befalls them and how they end. */
// Acceptance of KEP-2837: oom-cgroup
// Acceptance of nodes: order, runtime-classes, users
@Timeout(180)
class CriPodLifeTest {
    private static final String BOUNDED =
            "\"resources\":{\"requests\":{\"cpu\":\"250m\",\"memory\":\"64Mi\"},\"limits\":{\"cpu\":\"500m\",\"memory\":\"128Mi\"}}";

    @TempDir
    Path folder;

    private NodeOnFakeRuntime node;

    @BeforeEach
    void start() throws IOException {
        node = new NodeOnFakeRuntime(folder);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private static String one(String name, String more) {
        return "{\"name\":\"" + name + "\",\"image\":\"registry/app:1\"," + BOUNDED + more + "}";
    }

    private static List<String> starts(List<String> calls) {
        return calls.stream()
                .filter(List.of("RunPodSandbox", "PullImage", "CreateContainer", "StartContainer")::contains)
                .toList();
    }

    @Test
    void initContainersThenSidecarsThenTheRest() throws Exception {
        node.create(
                "p",
                "{\"initContainers\":[" + one("init", "") + "," + one("side", ",\"restartPolicy\":\"Always\"")
                        + "],\"containers\":[" + one("a", "") + "," + one("b", "") + "]}");
        var initializing = node.await(
                "p", "init running", pod -> container(pod, "init").path("state").has("running"));
        assertThat(container(initializing, "a").at("/state/waiting/reason").asText())
                .isEqualTo("PodInitializing");
        assertThat(starts(node.runtime.faults().calls()))
                .containsExactly("RunPodSandbox", "PullImage", "CreateContainer", "StartContainer");
        node.runtime.exit(id(initializing, "init"), 0, "Completed");

        var pod = node.awaitRunning("p");
        assertThat(container(pod, "init").at("/state/terminated/reason").asText())
                .isEqualTo("Completed");
        assertThat(container(pod, "side").path("state").has("running")).isTrue();
        assertThat(container(pod, "a").path("containerID").asText()).startsWith("fake://container-");
        assertThat(pod.at("/status/phase").asText()).isEqualTo("Running");
        assertThat(starts(node.runtime.faults().calls()))
                .containsExactly(
                        "RunPodSandbox",
                        "PullImage",
                        "CreateContainer",
                        "StartContainer",
                        "CreateContainer",
                        "StartContainer",
                        "CreateContainer",
                        "StartContainer",
                        "CreateContainer",
                        "StartContainer");
        var cgroup = node.podCgroup(pod, "burstable");
        assertThat(file(cgroup, "cpu.max")).isEqualTo("150000 100000");
        assertThat(file(cgroup, "memory.max")).isEqualTo(Long.toString(3 * (128L << 20)));
        assertThat(file(cgroup.resolve(id(pod, "a")), "memory.max")).isEqualTo(Long.toString(128L << 20));
        assertThat(file(cgroup.resolve(id(pod, "a")), "memory.oom.group")).isEqualTo("1");
        // Two regular containers and a sidecar of 250m each, all of the class together.
        assertThat(file(node.tree().resolve("kubepods/burstable"), "cpu.weight"))
                .isEqualTo(file(cgroup, "cpu.weight"));
    }

    @Test
    void aPodThatIsDeletedGoesWithEverything() throws Exception {
        node.create(
                "p",
                "{\"terminationGracePeriodSeconds\":3,\"volumes\":[{\"name\":\"v\",\"emptyDir\":{}}],\"containers\":["
                        + one("a", ",\"volumeMounts\":[{\"name\":\"v\",\"mountPath\":\"/v\"}]") + "]}");
        var pod = node.awaitRunning("p");
        assertThat(folder.resolve("root").resolve("pods")).isNotEmptyDirectory();
        assertThat(node.client.delete(ApiResource.PODS, new ObjectName("default", "p"), DeleteOptions.DEFAULT))
                .isInstanceOf(RequestResult.Done.class);
        node.pods.awaitNone("the end of all pods", each -> true);
        assertThat(node.runtime.faults().calls()).contains("StopContainer", "StopPodSandbox", "RemovePodSandbox");
        assertThat(node.podCgroup(pod, "burstable")).doesNotExist();
        assertThat(folder.resolve("root").resolve("pods")).isEmptyDirectory();
    }

    @Test
    void aContainerThatCannotBeMadeIsTriedAgain() throws Exception {
        node.runtime.faults().failNext("CreateContainer", Status.UNKNOWN.withDescription("no space left"));
        node.create("p", "{\"containers\":[" + one("a", "") + "]}");
        node.awaitEvent("Failed", event -> event.path("message").asText().equals("Error: no space left"));
        node.awaitRunning("p");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Strict | [2000,3000]
            Merge  | [2000,3000,50000]
            """)
    void theStatusTellsTheGroupsThatThePolicyLeaves(String policy, String groups) throws Exception {
        node.create(
                "p",
                "{\"securityContext\":{\"runAsUser\":1000,\"runAsGroup\":1001,\"fsGroup\":2000,\"supplementalGroups\":[3000],"
                        + "\"supplementalGroupsPolicy\":\"" + policy + "\"},\"containers\":[" + one("a", "") + "]}");
        var pod = node.awaitRunning("p");
        assertThat(container(pod, "a").at("/user/linux"))
                .isEqualTo(Server.json("{\"uid\":1000,\"gid\":1001,\"supplementalGroups\":" + groups + "}"));
    }

    @Test
    void aLabelThatSomebodyGivesToTheNodeCountsAtOnce() throws Exception {
        var spec = "{\"nodeSelector\":{\"disk\":\"fast\"},\"containers\":[" + one("a", "") + "]}";
        node.create("early", spec);
        var refused = node.await(
                "early", "refused", pod -> pod.at("/status/phase").asText().equals("Failed"));
        assertThat(refused.at("/status/reason").asText()).isEqualTo("NodeAffinity");
        RegisteredNode.await(node.client, NodeOnFakeRuntime.NODE);
        assertThat(node.client
                        .patch(
                                ApiResource.NODES,
                                ObjectName.ofCluster(NodeOnFakeRuntime.NODE),
                                new Patch.Merge(Server.json("{\"metadata\":{\"labels\":{\"disk\":\"fast\"}}}")))
                        .problem())
                .isEmpty();
        Patience.until(
                "the node knows its label",
                () -> "fast".equals(node.state().facts().labels().get("disk")));
        node.create("late", spec);
        node.awaitRunning("late");
    }

    @Test
    void aRuntimeClassIsRunByItsHandler() throws Exception {
        var runtimeClass = Server.json("{\"metadata\":{\"name\":\"sandboxed\"},\"handler\":\"kata\"}");
        var classes = ApiResource.clustered("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass");
        assertThat(node.client.create(classes, runtimeClass).problem()).isEmpty();
        node.create("p", "{\"runtimeClassName\":\"sandboxed\",\"containers\":[" + one("a", "") + "]}");
        node.awaitRunning("p");
        try (var direct = new CriClient(folder.resolve("cri.sock"), CallTimeouts.DEFAULT)) {
            assertThat(direct.sandboxes(Map.of()).ok().orElseThrow())
                    .extracting(Sandbox::runtimeHandler)
                    .containsExactly("kata");
        }
    }

    @Test
    void anImageThatRunsAsRootIsNotRunWhereThatIsForbidden() throws Exception {
        var made =
                node.create("p", "{\"securityContext\":{\"runAsNonRoot\":true},\"containers\":[" + one("a", "") + "]}");
        var pod = node.await(
                "p",
                "cannot be made",
                each -> container(each, "a")
                        .at("/state/waiting/reason")
                        .asText()
                        .equals("CreateContainerConfigError"));
        assertThat(container(pod, "a").at("/state/waiting/message").asText())
                .isEqualTo("container has runAsNonRoot and image will run as root (pod: \"p_default("
                        + made.at("/metadata/uid").asText() + ")\", container: a)");
    }

    @Test
    void whatANodeCannotDoIsSaid() throws Exception {
        node.create(
                "p",
                "{\"volumes\":[{\"name\":\"v\",\"emptyDir\":{\"medium\":\"HugePages\"}}],\"containers\":["
                        + one("a", ",\"volumeMounts\":[{\"name\":\"v\",\"mountPath\":\"/v\"}]") + "]}");
        node.awaitEvent(
                "FailedMount",
                event -> event.path("message")
                        .asText()
                        .equals(
                                "MountVolume.SetUp failed for volume \"v\" : emptyDir of medium HugePages is not supported by this node"));
    }

    @Test
    void aContainerThatRunsOutOfItsOwnMemoryIsToldApart() throws Exception {
        node.create("p", "{\"containers\":[" + one("a", "") + "," + one("b", "") + "]}");
        var pod = node.awaitRunning("p");
        node.runtime.exit(id(pod, "a"), 137, "OOMKilled");
        node.awaitEvent(
                "OOMKilled",
                event -> event.path("message")
                        .asText()
                        .equals("Container a ran out of memory (limit 134217728) and was killed"));
        var again = node.await(
                "p",
                "a again",
                each -> container(each, "a").path("restartCount").asInt() == 1);
        assertThat(container(again, "a").at("/lastState/terminated/reason").asText())
                .isEqualTo("OOMKilled");
    }

    @Test
    void fromOneWhosePodDoes() throws Exception {
        node.create("p", "{\"containers\":[" + one("a", "") + "," + one("b", "") + "]}");
        var pod = node.awaitRunning("p");
        Files.writeString(node.podCgroup(pod, "burstable").resolve("memory.events.local"), "oom 1\noom_kill 0\n");
        node.runtime.exit(id(pod, "b"), 137, "OOMKilled");
        node.awaitEvent(
                "OOMKilled",
                event -> event.path("message")
                        .asText()
                        .equals("The pod ran out of memory (limit 268435456): container b was killed"));
    }

    @Test
    void whatEndedWhileTheRuntimeWasAwayIsSeenAfterwards() throws Exception {
        node.create("p", "{\"containers\":[" + one("a", "") + "]}");
        var pod = node.awaitRunning("p");
        node.runtime.stop();
        node.runtime.exit(id(pod, "a"), 1, "Error");
        node.runtime.start();
        node.await(
                "p",
                "a again",
                each -> container(each, "a").path("restartCount").asInt() == 1
                        && container(each, "a").path("state").has("running"));
    }

    @Test
    void aSandboxThatDiesIsMadeAnew() throws Exception {
        node.create("p", "{\"containers\":[" + one("a", "") + "]}");
        node.awaitRunning("p");
        node.stopSandbox("sandbox-1");
        var again = node.await(
                "p",
                "a again",
                each -> container(each, "a").path("restartCount").asInt() == 1
                        && container(each, "a").path("state").has("running"));
        assertThat(again.at("/status/phase").asText()).isEqualTo("Running");
    }

    @Test
    void whatAPodThatHasEndedSaidStaysUntilTheApiForgetsThePod() throws Exception {
        node.create("p", "{\"restartPolicy\":\"Never\",\"containers\":[" + one("a", "") + "]}");
        var pod = node.awaitRunning("p");
        var uid = pod.at("/metadata/uid").asText();
        var folder = node.logs().resolve("default_p_" + uid);
        Files.writeString(folder.resolve("a/0.log"), "2026-01-02T03:04:05.000000000Z stdout F the end\n");
        node.runtime.exit(id(pod, "a"), 0, "Completed");
        node.await("p", "ended", each -> each.at("/status/phase").asText().equals("Succeeded"));
        Patience.until("the end of its sandbox", () -> node.sandboxes().isEmpty());
        try (var log = node.agent().runtime().log(uid, "a", false).orElseThrow()) {
            assertThat(log).isNotNull();
        }
        assertThat(node.agent().runtime().removeLogsBut(Set.of())).isEmpty();
        assertThat(folder.resolve("a/0.log")).exists();

        node.client.delete(ApiResource.PODS, new ObjectName("default", "p"), DeleteOptions.DEFAULT);
        Patience.until("the end of the pod", () -> node.pods.all().isEmpty());
        Patience.until("the end of its log", () -> {
            assertThat(node.agent().runtime().removeLogsBut(Set.of())).isEmpty();
            return !Files.exists(folder);
        });
    }

    @Test
    void aPodThatLosesOneSandboxAfterAnotherLeavesFewBehind() throws Exception {
        // None has a container that would have to be kept for its log.
        node.runtime.welcome(_ -> false);
        node.create("p", "{\"containers\":[" + one("a", "") + "]}");
        for (var death = 0; death < 4; death++) {
            Patience.until(
                    "a sandbox that is ready", () -> node.sandboxes().stream().anyMatch(Sandbox::ready));
            for (var sandbox : node.sandboxes()) if (sandbox.ready()) node.stopSandbox(sandbox.id());
        }
        Patience.until(
                "a sandbox that is ready", () -> node.sandboxes().stream().anyMatch(Sandbox::ready));
        assertThat(node.sandboxes())
                .extracting(sandbox -> sandbox.metadata().attempt())
                .containsExactlyInAnyOrder(3, 4);
    }

    @Test
    void anAgentThatRestartsLeavesPodsAlone() throws Exception {
        node.create("p", "{\"containers\":[" + one("a", "") + "]}");
        var pod = node.awaitRunning("p");
        node.stop();
        var calls = node.runtime.faults().calls().size();
        node.start();
        node.create("q", "{\"containers\":[" + one("a", "") + "]}");
        node.awaitRunning("q");
        var after = node.runtime.faults().calls();
        assertThat(starts(after.subList(calls, after.size())))
                .containsExactly("RunPodSandbox", "CreateContainer", "StartContainer");
        assertThat(id(node.awaitRunning("p"), "a")).isEqualTo(id(pod, "a"));
    }

    @Test
    void aPodOnTheNodesNetworkHasItsAddress() throws Exception {
        node.create("p", "{\"hostNetwork\":true,\"containers\":[" + one("a", "") + "]}");
        assertThat(node.awaitRunning("p").at("/status/podIP").asText()).isEqualTo("10.0.0.1");
    }
}
