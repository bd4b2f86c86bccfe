package dev.plimsoll.integration;

import static dev.plimsoll.integration.SimulatedCluster.NODE;
import static dev.plimsoll.integration.SimulatedCluster.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.core.resize.state.PodSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pods that a simulated node has from files (spec/kubelet.md 8.5). */
@Timeout(90)
// Acceptance of KEP-1287: infeasible-static
// Acceptance of nodes: static-pods
class StaticPodsTest {
    private static final String MIRROR = "web-" + NODE;

    @TempDir
    Path folder;

    private Path manifests;

    @BeforeEach
    void makeFolder() throws IOException {
        manifests = Files.createDirectories(folder.resolve("manifests"));
    }

    private static String manifest(String cpu) {
        return """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: web
                  labels: {app: web}
                spec:
                  containers:
                  - name: c
                    image: i
                    resources: {limits: {cpu: "%s", memory: 64Mi}}
                """.formatted(cpu);
    }

    /** As editors do: beside it, then in its place. */
    private void write(String name, String text) throws IOException {
        var hidden = manifests.resolve("." + name);
        Files.writeString(hidden, text);
        Files.move(
                hidden, manifests.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String hash(ObjectNode mirror) {
        return mirror.at("/metadata/annotations/kubernetes.io~1config.mirror").asText();
    }

    private static String uid(ObjectNode pod) {
        return pod.at("/metadata/uid").asText();
    }

    @Test
    @DisplayName("a file becomes a pod, and the API shows a mirror of it with its status")
    void aFileBecomesAPod() throws Exception {
        write("web.yaml", manifest("1"));
        try (var cluster = new SimulatedCluster(folder)) {
            var mirror = cluster.awaitReady(MIRROR);
            var node = cluster.client
                    .get(ApiResource.NODES, ObjectName.ofCluster(NODE))
                    .done()
                    .orElseThrow();
            assertThat(mirror.at("/metadata/annotations/kubernetes.io~1config.source")
                            .asText())
                    .isEqualTo("file");
            assertThat(mirror.at("/metadata/annotations/kubernetes.io~1config.hash")
                            .asText())
                    .isEqualTo(hash(mirror))
                    .hasSize(32);
            assertThat(mirror.at("/metadata/labels/app").asText()).isEqualTo("web");
            assertThat(mirror.at("/metadata/ownerReferences/0/kind").asText()).isEqualTo("Node");
            assertThat(mirror.at("/metadata/ownerReferences/0/uid").asText()).isEqualTo(uid(node));
            assertThat(mirror.at("/metadata/ownerReferences/0/controller").asBoolean())
                    .isTrue();
            assertThat(mirror.at("/spec/nodeName").asText()).isEqualTo(NODE);
            assertThat(mirror.at("/spec/tolerations").toString()).contains("NoExecute");
            assertThat(mirror.at("/status/containerStatuses/0/allocatedResources/cpu")
                            .asText())
                    .isEqualTo("1");
            var agent = cluster.nodes().agents().get(NODE);
            assertThat(agent).isNotNull();
            var record = agent.state().pod(hash(mirror));
            assertThat(record).isNotNull();
            assertThat(record.source()).isEqualTo(PodSource.STATIC);
        }
    }

    @Test
    @DisplayName("static pods cannot be resized through the API; the file is what decides")
    void theApiDoesNotResize() throws Exception {
        write("web.yaml", manifest("1"));
        try (var cluster = new SimulatedCluster(folder)) {
            cluster.awaitReady(MIRROR);
            var patch = Server.json("""
                    {"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"2"},"limits":{"cpu":"2"}}}]}}""");
            assertThat(cluster.client
                            .patch(ApiResource.PODS.sub("resize"), named(MIRROR), new Patch.Strategic(patch))
                            .problem())
                    .contains("static pods cannot be resized");
        }
    }

    @Test
    @DisplayName("a mirror pod that is deleted is made again, and nothing is restarted")
    void aDeletedMirrorIsMadeAgain() throws Exception {
        write("web.yaml", manifest("1"));
        try (var cluster = new SimulatedCluster(folder)) {
            var mirror = cluster.awaitReady(MIRROR);
            assertThat(cluster.client
                            .delete(ApiResource.PODS, named(MIRROR), DeleteOptions.DEFAULT)
                            .problem())
                    .isEmpty();
            var again = cluster.await(
                    MIRROR,
                    "made again and told of",
                    pod -> !uid(pod).equals(uid(mirror))
                            && pod.at("/status/phase").asText().equals("Running"));
            assertThat(again.at("/status/containerStatuses/0/containerID").asText())
                    .isEqualTo(
                            mirror.at("/status/containerStatuses/0/containerID").asText());
            assertThat(hash(again)).isEqualTo(hash(mirror));
        }
    }

    @Test
    @DisplayName(
            "a file that changes makes another pod, begun when the old one is gone; one that goes takes its pod along")
    void thePodFollowsItsFile() throws Exception {
        write("web.yaml", manifest("1"));
        try (var cluster = new SimulatedCluster(folder)) {
            var mirror = cluster.awaitReady(MIRROR);
            write("web.yaml", manifest("2"));
            var changed = cluster.await(
                    MIRROR,
                    "changed",
                    pod -> !hash(pod).equals(hash(mirror))
                            && pod.at("/status/phase").asText().equals("Running"));
            assertThat(changed.at("/status/containerStatuses/0/allocatedResources/cpu")
                            .asText())
                    .isEqualTo("2");
            var runtime = cluster.nodes().runtime(NODE);
            assertThat(runtime.running()).containsOnlyKeys(hash(changed));
            // A mistake in the file is told and changes nothing.
            write("web.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: []}\n");
            write("other.yaml", manifest("1").replace("name: web", "name: other"));
            cluster.awaitReady("other-" + NODE);
            assertThat(uid(cluster.get(MIRROR))).isEqualTo(uid(changed));
            Files.delete(manifests.resolve("web.yaml"));
            cluster.pods.awaitNone(
                    "gone", pod -> pod.at("/metadata/name").asText().equals(MIRROR));
            Files.delete(manifests.resolve("other.yaml"));
            cluster.pods.awaitNone(
                    "gone", pod -> pod.at("/metadata/name").asText().equals("other-" + NODE));
        }
    }

    @Test
    @DisplayName(
            "static pods survive a restart of the agent and of the process, and an API that does not know them any more")
    void staticPodsSurviveRestarts() throws Exception {
        write("web.yaml", manifest("1"));
        try (var cluster = new SimulatedCluster(folder)) {
            var mirror = cluster.awaitReady(MIRROR);
            var container = mirror.at("/status/containerStatuses/0/containerID").asText();
            cluster.nodes().stop(NODE);
            cluster.client.delete(ApiResource.PODS, named(MIRROR), DeleteOptions.atOnce(uid(mirror)));
            cluster.nodes().start(NODE);
            var again = cluster.await(
                    MIRROR,
                    "made again",
                    pod -> !uid(pod).equals(uid(mirror))
                            && pod.at("/status/phase").asText().equals("Running"));
            assertThat(again.at("/status/containerStatuses/0/containerID").asText())
                    .isEqualTo(container);
            cluster.stop();
            cluster.start();
            cluster.awaitReady(MIRROR);
            cluster.stop();
            Files.delete(manifests.resolve("web.yaml"));
            cluster.start();
            cluster.pods.awaitNone(
                    "gone", pod -> pod.at("/metadata/name").asText().equals(MIRROR));
        }
    }
}
