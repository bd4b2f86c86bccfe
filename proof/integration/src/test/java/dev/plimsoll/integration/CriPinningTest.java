package dev.plimsoll.integration;

import static dev.plimsoll.integration.NodeOnFakeRuntime.container;
import static dev.plimsoll.integration.NodeOnFakeRuntime.file;
import static dev.plimsoll.integration.NodeOnFakeRuntime.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: pinned
/** A node on a container runtime that pins CPUs: the runtime itself remembers what each container was given. */
@Timeout(180)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
class CriPinningTest {
    private static final String TWO = """
            {"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"2","memory":"1Gi"},"limits":{"cpu":"2","memory":"1Gi"}}}]}""";

    @TempDir
    Path folder;

    private NodeOnFakeRuntime node;

    private static ResourceManagers resourceManagers(String reserved) {
        var settings = KubeletSettings.DEFAULT.withStaticCpus(reserved, Map.of());
        return switch (ResourceManagers.configure(
                MachineNotation.literal("1s1n8c1t,memory=16Gi"), settings, FeatureGates.DEFAULT)) {
            case ResourceManagers.Configured.Ready(var ready) -> ready;
            case ResourceManagers.Configured.Refused(var reasons) -> throw new AssertionError(reasons);
        };
    }

    @BeforeEach
    void start() throws IOException {
        node = new NodeOnFakeRuntime(folder, resourceManagers("0"));
    }

    @AfterEach
    void close() {
        node.close();
    }

    private void restart() throws IOException, InterruptedException {
        node.start();
        Patience.until(
                "the node knows a pod",
                () -> node.state().pods().values().stream().findAny().isPresent());
    }

    @Test
    void aLostFileIsMadeAgainFromTheRuntime() throws Exception {
        node.create("a", TWO);
        var pod = node.awaitRunning("a");
        assertThat(file(node.podCgroup(pod, "").resolve(id(pod, "c")), "cpuset.cpus"))
                .isEqualTo("1-2");
        var before = node.state().pinned();
        node.stop();
        Files.writeString(node.checkpoint("cpu_manager_state"), "{\"policyName\":");
        restart();
        assertThat(node.state().pinned()).isEqualTo(before);
        node.awaitEvent(
                "CheckpointDamaged", event -> event.path("message").asText().contains("cpu_manager_state"));
        node.create("b", TWO);
        var other = node.awaitRunning("b");
        assertThat(file(node.podCgroup(other, "").resolve(id(other, "c")), "cpuset.cpus"))
                .isEqualTo("3-4");
        assertThat(file(node.podCgroup(pod, "").resolve(id(pod, "c")), "cpuset.cpus"))
                .isEqualTo("1-2");
    }

    @Test
    void aPodOnCpusThatAreNowReservedStopsTheStartAndIsNamed() throws Exception {
        node.create("a", TWO);
        node.awaitRunning("a");
        var before = node.state().pinned();
        node.stop();
        Files.delete(node.checkpoint("cpu_manager_state"));
        node.resourceManagers = resourceManagers("0-1");
        assertThatThrownBy(() -> node.start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not start: pod default/a (uid ")
                .hasMessageContaining("has the CPUs \"1-2\" of which \"1\" are now reserved");
        node.stop();
        node.resourceManagers = resourceManagers("0");
        restart();
        assertThat(node.state().pinned()).isEqualTo(before);
    }

    @Test
    void anEphemeralContainerRunsOnSharedCpusWithinThePodsCgroup() throws Exception {
        node.create("a", """
                {"resources":{"requests":{"cpu":"1","memory":"1Gi"},"limits":{"cpu":"2","memory":"2Gi"}},
                 "containers":[{"name":"c","image":"i"}]}""");
        node.awaitRunning("a");
        var patch = Server.json("{\"spec\":{\"ephemeralContainers\":[{\"name\":\"debugger\",\"image\":\"busybox\"}]}}");
        assertThat(node.client
                        .patch(
                                ApiResource.PODS.sub("ephemeralcontainers"),
                                new ObjectName("default", "a"),
                                new Patch.Strategic(patch))
                        .problem())
                .isEmpty();
        var pod = node.await(
                "a",
                "debugger running",
                seen -> container(seen, "debugger").path("state").has("running"));
        assertThat(container(pod, "debugger").has("resources")).isFalse();
        var cgroup = node.podCgroup(pod, "burstable").resolve(id(pod, "debugger"));
        assertThat(file(cgroup, "memory.max")).isEqualTo(Long.toString(2L << 30));
        assertThat(file(cgroup, "cpuset.cpus")).isEqualTo("0-7");
        node.create("b", TWO);
        node.awaitRunning("b");
        node.await("b", "running", _ -> true);
        Patience.until("cpuset.cpus is 0,3-7", () -> file(cgroup, "cpuset.cpus").equals("0,3-7"));
        node.stop();
        restart();
        node.runtime.exit(id(pod, "debugger"), 1, "Error");
        var ended = node.await(
                "a",
                "debugger ended",
                seen -> container(seen, "debugger").path("state").has("terminated"));
        assertThat(container(ended, "c").path("state").has("running")).isTrue();
        assertThat(ended.at("/status/phase").asText()).isEqualTo("Running");
    }
}
