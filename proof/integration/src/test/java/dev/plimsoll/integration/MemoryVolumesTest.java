package dev.plimsoll.integration;

import static dev.plimsoll.integration.SimulatedCluster.NODE;
import static dev.plimsoll.integration.SimulatedCluster.condition;
import static dev.plimsoll.integration.SimulatedCluster.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Patch;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: resize-memory-volume
/** Volumes in memory whose size follows a resize (spec/kubelet.md 1.8, spec/node.md 4.7). */
@Timeout(60)
class MemoryVolumesTest {
    private static final FeatureGates GATES =
            FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_VERTICAL_SCALING_MEMORY_BACKED_VOLUMES, true);

    @TempDir
    Path folder;

    private static String spec(String size) {
        return """
                {"containers":[{"name":"c","image":"i","volumeMounts":[{"name":"cache","mountPath":"/cache"}],
                "resources":{"requests":{"cpu":"1","memory":"256Mi"},"limits":{"cpu":"1","memory":"256Mi"}}}],
                "volumes":[{"name":"cache","emptyDir":{"medium":"Memory","sizeLimit":"%s"}}]}""".formatted(size);
    }

    private static String volume(String size) {
        return """
                {"volumes":[{"name":"cache","emptyDir":{"medium":"Memory","sizeLimit":"%s"}}]}""".formatted(size);
    }

    /** What is mounted, as the node has written it down. */
    private static String mounted(SimulatedCluster cluster, String name) {
        var agent = cluster.nodes().agents().get(NODE);
        if (agent == null) throw new AssertionError("no agent");
        var record = agent.state().pod(cluster.get(name).at("/metadata/uid").asText());
        if (record == null) throw new AssertionError("no pod");
        return record.actuated().resources().volumes().toString();
    }

    @Test
    @DisplayName(
            "the size of a volume in memory follows a resize up and down, without a restart, and across a restart of the node")
    void theSizeFollows() throws InterruptedException {
        try (var cluster = new SimulatedCluster(folder, GATES)) {
            cluster.run("web", spec("64Mi"), "volume.cache", "constant 20Mi");
            assertThat(mounted(cluster, "web")).isEqualTo("{cache=64Mi}");
            cluster.resize("web", volume("128Mi"));
            var resized = cluster.awaitResized("web", 2);
            assertThat(mounted(cluster, "web")).isEqualTo("{cache=128Mi}");
            assertThat(resized.at("/status/containerStatuses/0/restartCount").asInt())
                    .isZero();
            cluster.stop();
            cluster.resize("web", volume("32Mi"));
            cluster.start();
            cluster.awaitResized("web", 3);
            assertThat(mounted(cluster, "web")).isEqualTo("{cache=32Mi}");
            // Events have a way of their own: they may come after the status.
            cluster.awaitEvent("ResizeCompleted", event -> SimulatedCluster.generation(event) == 3);
            assertThat(cluster.completions()).containsExactly(2L, 3L);
        }
    }

    @Test
    @DisplayName("a shrink below what is in use is an error; what is mounted stays, and nothing is restarted")
    void aShrinkBelowUseIsRefused() throws InterruptedException {
        try (var cluster = new SimulatedCluster(folder, GATES)) {
            cluster.run("web", spec("128Mi"), "volume.cache", "constant 100Mi");
            cluster.resize("web", volume("50Mi"));
            var pod = cluster.await(
                    "web",
                    "an error",
                    each -> condition(each, "PodResizeInProgress")
                            .path("reason")
                            .asText()
                            .equals("Error"));
            assertThat(condition(pod, "PodResizeInProgress").path("message").asText())
                    .startsWith("failed to resize volume cache: ");
            assertThat(mounted(cluster, "web")).isEqualTo("{cache=128Mi}");
            assertThat(pod.at("/status/containerStatuses/0/restartCount").asInt())
                    .isZero();
            cluster.resize("web", volume("128Mi"));
            cluster.awaitResized("web", 3);
        }
    }

    @Test
    @DisplayName("a resize is taken whole: with CPU that the node does not have now the volume stays as it is")
    void aDeferredResizeLeavesTheVolume() throws InterruptedException {
        try (var cluster = new SimulatedCluster(folder, GATES)) {
            cluster.run("other", """
                    {"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"4"}}}]}""");
            cluster.run("web", spec("64Mi"));
            cluster.resize("web", """
                    {"containers":[{"name":"c","resources":{"requests":{"cpu":"6"},"limits":{"cpu":"6"}}}],
                    "volumes":[{"name":"cache","emptyDir":{"medium":"Memory","sizeLimit":"128Mi"}}]}""");
            cluster.await(
                    "web",
                    "deferred",
                    each -> condition(each, "PodResizePending")
                            .path("reason")
                            .asText()
                            .equals("Deferred"));
            assertThat(mounted(cluster, "web")).isEqualTo("{cache=64Mi}");
        }
    }

    @Test
    @DisplayName("only the size of a volume in memory can be changed, and with the gate off not even that")
    void othersAreForbidden() throws InterruptedException {
        try (var cluster = new SimulatedCluster(folder, GATES)) {
            cluster.run("web", spec("64Mi"));
            assertThat(problem(cluster, """
                    {"spec":{"volumes":[{"name":"cache","emptyDir":{"medium":"","sizeLimit":"64Mi"}}]}}"""))
                    .contains("only sizeLimit of memory-backed emptyDir volumes is mutable on resize");
            assertThat(problem(cluster, """
                    {"spec":{"volumes":[{"name":"cache","emptyDir":{"sizeLimit":null}}]}}"""))
                    .contains("adding or removing sizeLimit on an existing volume is not allowed");
            assertThat(problem(cluster, """
                    {"spec":{"volumes":[{"name":"more","emptyDir":{}}]}}""")).contains("volumes may not be added or removed on resize");
        }
        try (var cluster = new SimulatedCluster(folder.resolve("off"))) {
            cluster.run("web", spec("64Mi"));
            cluster.resize("web", volume("128Mi"));
            assertThat(cluster.get("web")
                            .at("/spec/volumes/0/emptyDir/sizeLimit")
                            .asText())
                    .isEqualTo("64Mi");
        }
    }

    private static String problem(SimulatedCluster cluster, String patch) {
        return cluster.client
                .patch(ApiResource.PODS.sub("resize"), named("web"), new Patch.Strategic(Server.json(patch)))
                .problem();
    }
}
