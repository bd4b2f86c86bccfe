package dev.plimsoll.integration;

import static dev.plimsoll.integration.NodeOnFakeRuntime.condition;
import static dev.plimsoll.integration.NodeOnFakeRuntime.container;
import static dev.plimsoll.integration.NodeOnFakeRuntime.file;
import static dev.plimsoll.integration.NodeOnFakeRuntime.id;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: resize-sandbox
/** Resizes through the API server, the node agent, a CRI socket and a cgroup tree: what is changed, in which order, and what fails. */
@Timeout(180)
// Acceptance of KEP-1287: status-read-back, policy-restart, policy-runtime-error, in-progress-error
// Acceptance of KEP-1287: cri-idempotent, cri-sandbox-told, cri-sandbox-unknown, cri-status, restart-points
// Acceptance of KEP-1287: restart-lost, update-order, failed-told, retry, memory-decrease, memory-decrease-later
// Acceptance of KEP-5419: goal-both-levels, cgroup-of-pod, status-truth, order, re-read, sandbox, e2e-cgroups
// Acceptance of KEP-5419: failure-sandbox, failure-cgroup
class CriResizeTest {
    private static final String POD_UPDATE = "UpdatePodSandboxResources";
    private static final String CONTAINER_UPDATE = "UpdateContainerResources";

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

    /** A pod with limits of its own and two containers below them. */
    private static String podLevel(int cpu, int mebibytes, int c1Milli, int c1Mebibytes, int c2Milli, int c2Mebibytes) {
        return """
                {"resources":{"requests":{"cpu":"%d","memory":"%dMi"},"limits":{"cpu":"%d","memory":"%dMi"}},
                "containers":[%s,%s]}""".formatted(
                        cpu,
                        mebibytes,
                        cpu,
                        mebibytes,
                        one("c1", c1Milli, c1Mebibytes, ""),
                        one("c2", c2Milli, c2Mebibytes, ""));
    }

    private static String one(String name, int milli, int mebibytes, String more) {
        return """
                {"name":"%s","image":"registry/app:1"%s,"resources":{"requests":{"cpu":"%dm","memory":"%dMi"},
                "limits":{"cpu":"%dm","memory":"%dMi"}}}""".formatted(name, more, milli, mebibytes, milli, mebibytes);
    }

    private ObjectNode begun(String spec) throws InterruptedException {
        node.create("p", spec);
        var pod = node.awaitRunning("p");
        node.cgroups.taken();
        return pod;
    }

    @Test
    void thePodGrowsBeforeItsContainers() throws Exception {
        var before = begun(podLevel(1, 512, 500, 256, 500, 256));
        node.resize("p", podLevel(2, 1024, 1500, 768, 500, 256));
        var pod = node.awaitResized("p", 2);
        assertThat(node.cgroups.taken())
                .containsExactly(
                        POD_UPDATE,
                        "memory.max 1073741824",
                        CONTAINER_UPDATE,
                        POD_UPDATE,
                        "cpu.max 200000",
                        POD_UPDATE,
                        "cpu.weight 79",
                        CONTAINER_UPDATE);
        var cgroup = node.podCgroup(pod, "");
        assertThat(file(cgroup, "memory.max")).isEqualTo("1073741824");
        assertThat(file(cgroup, "cpu.max")).isEqualTo("200000 100000");
        assertThat(file(cgroup.resolve(id(pod, "c1")), "memory.max")).isEqualTo("805306368");
        assertThat(file(cgroup.resolve(id(pod, "c1")), "cpu.max")).isEqualTo("150000 100000");
        assertThat(id(pod, "c1")).isEqualTo(id(before, "c1"));
        assertThat(pod.at("/status/resources/limits/memory").asText()).isEqualTo("1Gi");
        node.awaitEvent("ResizeCompleted", _ -> true);
    }

    @Test
    void containersShrinkBeforeThePodDoes() throws Exception {
        var pod = begun(podLevel(2, 1024, 1500, 768, 500, 256));
        node.use(pod, "", 1 << 20, "c1", "c2");
        node.resize("p", podLevel(1, 512, 500, 256, 500, 256));
        node.awaitResized("p", 2);
        assertThat(node.cgroups.taken())
                .containsExactly(
                        CONTAINER_UPDATE,
                        POD_UPDATE,
                        "memory.max 536870912",
                        CONTAINER_UPDATE,
                        POD_UPDATE,
                        "cpu.weight 39",
                        POD_UPDATE,
                        "cpu.max 100000");
    }

    @Test
    void whatOneContainerGivesUpAnotherGets() throws Exception {
        var pod = begun(podLevel(1, 512, 600, 300, 400, 200));
        node.use(pod, "", 1 << 20, "c1", "c2");
        node.resize("p", podLevel(1, 512, 400, 200, 600, 300));
        node.awaitResized("p", 2);
        assertThat(node.cgroups.taken())
                .containsExactly(CONTAINER_UPDATE, CONTAINER_UPDATE, CONTAINER_UPDATE, CONTAINER_UPDATE);
    }

    @Test
    void memoryInUseIsNotTakenAway() throws Exception {
        var pod = begun(podLevel(1, 512, 500, 256, 500, 256));
        node.use(pod, "", 200 << 20, "c1", "c2");
        node.resize("p", podLevel(1, 512, 500, 128, 500, 256));
        var stuck = node.await(
                "p",
                "an error",
                each -> condition(each, "PodResizeInProgress")
                        .path("reason")
                        .asText()
                        .equals("Error"));
        assertThat(condition(stuck, "PodResizeInProgress").path("message").asText())
                .isEqualTo("cannot decrease memory limits: attempting to set container \"c1\" memory limit (134217728)"
                        + " below current usage (209715200)");
        assertThat(node.cgroups.taken()).isEmpty();
        node.use(pod, "", 1 << 20, "c1", "c2");
        node.awaitResized("p", 2);
    }

    @Test
    void aContainerWhosePolicySaysSoIsRestarted() throws Exception {
        var policy = ",\"resizePolicy\":[{\"resourceName\":\"memory\",\"restartPolicy\":\"RestartContainer\"}]";
        var before = begun("{\"containers\":[" + one("c1", 500, 256, policy) + "," + one("c2", 500, 256, "") + "]}");
        node.resize("p", "{\"containers\":[" + one("c1", 500, 512, policy) + "," + one("c2", 600, 256, "") + "]}");
        var pod = node.awaitResized("p", 2);
        assertThat(container(pod, "c1").path("restartCount").asInt()).isEqualTo(1);
        assertThat(container(pod, "c2").path("restartCount").asInt()).isZero();
        assertThat(id(pod, "c1")).isNotEqualTo(id(before, "c1"));
        assertThat(file(node.podCgroup(pod, "").resolve(id(pod, "c1")), "memory.max"))
                .isEqualTo("536870912");
        node.awaitEvent(
                "Killing", event -> event.path("message").asText().equals("Container c1 resize requires restart"));
    }

    @Test
    void aRuntimeThatRefusesThePodsSizeIsHeard() throws Exception {
        begun(podLevel(1, 512, 500, 256, 500, 256));
        node.runtime.faults().failNext(POD_UPDATE, Status.INTERNAL.withDescription("no room in the socket"));
        node.resize("p", podLevel(1, 1024, 500, 256, 500, 256));
        var refused = node.await(
                "p",
                "an error",
                pod -> condition(pod, "PodResizeInProgress")
                        .path("reason")
                        .asText()
                        .equals("Error"));
        assertThat(condition(refused, "PodResizeInProgress").path("message").asText())
                .startsWith("failed to notify runtime for UpdatePodSandboxResources (resource=memory); resize rejected:"
                        + " updatePodSandboxResources failed for sanboxID \"")
                .endsWith("no room in the socket");
        assertThat(node.cgroups.taken()).containsExactly(POD_UPDATE);
        assertThat(file(node.podCgroup(refused, ""), "memory.max")).isEqualTo("536870912");
        node.awaitResized("p", 2);
        assertThat(node.cgroups.taken()).containsExactly(POD_UPDATE, "memory.max 1073741824");
    }

    @Test
    void theRuntimeIsToldTheOldSizeAgainIfTheKernelRefuses() throws Exception {
        begun(podLevel(1, 512, 500, 256, 500, 256));
        node.cgroups.refuseNext("Device or resource busy");
        node.resize("p", podLevel(1, 1024, 500, 256, 500, 256));
        node.await(
                "p",
                "an error",
                pod -> condition(pod, "PodResizeInProgress")
                        .path("message")
                        .asText()
                        .equals("Device or resource busy"));
        assertThat(node.cgroups.taken()).containsExactly(POD_UPDATE, "memory.max 1073741824", POD_UPDATE);
        assertThat(node.runtime.sandboxResources("sandbox-1").memoryLimit()).isEqualTo(512L << 20);
        node.awaitResized("p", 2);
        assertThat(node.runtime.sandboxResources("sandbox-1").memoryLimit()).isEqualTo(1024L << 20);
    }

    @Test
    void aRuntimeThatCannotBeToldIsNoObstacle() throws Exception {
        begun(podLevel(1, 512, 500, 256, 500, 256));
        node.runtime.faults().withhold(POD_UPDATE);
        node.resize("p", podLevel(1, 1024, 500, 512, 500, 256));
        node.awaitResized("p", 2);
        assertThat(node.cgroups.taken()).containsExactly(POD_UPDATE, "memory.max 1073741824", CONTAINER_UPDATE);
    }

    @Test
    void aFailedUpdateIsTriedAgain() throws Exception {
        begun(podLevel(1, 512, 500, 256, 500, 256));
        node.runtime.faults().failNext(CONTAINER_UPDATE, Status.UNKNOWN.withDescription("cgroup is frozen"));
        node.resize("p", podLevel(1, 1024, 500, 512, 500, 256));
        node.await(
                "p",
                "an error",
                pod -> condition(pod, "PodResizeInProgress")
                        .path("message")
                        .asText()
                        .equals("cgroup is frozen"));
        node.awaitResized("p", 2);
    }

    @Test
    void aRuntimeThatDiesInTheMiddleIsWaitedFor() throws Exception {
        var before = begun(podLevel(1, 512, 500, 256, 500, 256));
        var held = node.runtime.faults().hold(CONTAINER_UPDATE);
        node.resize("p", podLevel(1, 1024, 500, 512, 500, 256));
        assertThat(held.reached().await(60, TimeUnit.SECONDS)).isTrue();
        node.runtime.stop();
        held.close();
        node.runtime.start();
        var pod = node.awaitResized("p", 2);
        assertThat(id(pod, "c1")).isEqualTo(id(before, "c1"));
        assertThat(file(node.podCgroup(pod, "").resolve(id(pod, "c1")), "memory.max"))
                .isEqualTo("536870912");
    }

    @Test
    void anAgentThatDiesInTheMiddleGoesOnWhereItWas() throws Exception {
        var before = begun(podLevel(1, 512, 500, 256, 500, 256));
        var held = node.runtime.faults().hold(CONTAINER_UPDATE);
        node.resize("p", podLevel(1, 1024, 500, 512, 500, 256));
        assertThat(held.reached().await(60, TimeUnit.SECONDS)).isTrue();
        node.stop();
        held.close();
        node.start();
        var pod = node.awaitResized("p", 2);
        assertThat(id(pod, "c1")).isEqualTo(id(before, "c1"));
        assertThat(container(pod, "c1").path("restartCount").asInt()).isZero();
        assertThat(file(node.podCgroup(pod, "").resolve(id(pod, "c1")), "memory.max"))
                .isEqualTo("536870912");
        node.awaitEvent("ResizeCompleted", event -> event.path("count").asInt() == 1);
        assertThat(node.events.all().stream()
                        .filter(event -> event.path("reason").asText().equals("ResizeStarted")))
                .hasSize(1);
    }

    @Test
    void aDamagedCheckpointIsSetAsideAndRebuilt() throws Exception {
        var before = begun(podLevel(1, 512, 500, 256, 500, 256));
        node.stop();
        Files.writeString(node.checkpoint("allocated_pods_state"), "{\"data\":\"{}\",\"checksum\":1}");
        node.start();
        node.awaitEvent(
                "CheckpointDamaged",
                event -> event.path("message").asText().startsWith("Checkpoint allocated_pods_state was set aside"));
        node.resize("p", podLevel(1, 1024, 500, 256, 500, 256));
        var pod = node.awaitResized("p", 2);
        assertThat(id(pod, "c1")).isEqualTo(id(before, "c1"));
        assertThat(Files.readString(node.checkpoint("allocated_pods_state")))
                .contains(pod.at("/metadata/uid").asText());
    }

    @Test
    void aStatusThatAnotherClientOverwroteIsRepaired() throws Exception {
        begun(podLevel(1, 512, 500, 256, 500, 256));
        var before = node.await(
                "p",
                "ready",
                pod -> condition(pod, "Ready").path("status").asText().equals("True"));
        ObjectNode overwritten = before.deepCopy();
        overwritten.set("status", Server.json("{\"phase\":\"Failed\"}"));
        ((ObjectNode) overwritten.path("metadata")).remove("resourceVersion");
        var put = node.client.update(ApiResource.PODS.sub("status"), overwritten);
        assertThat(put.problem()).isEmpty();
        node.await("p", "repaired", pod -> pod.path("status").equals(before.path("status")));
    }
}
