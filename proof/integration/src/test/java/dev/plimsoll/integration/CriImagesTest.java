package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.allocatable.EvictionSignal;
import dev.plimsoll.core.allocatable.EvictionThreshold;
import dev.plimsoll.core.resize.eviction.ImageGarbage;
import dev.plimsoll.cri.CallTimeouts;
import dev.plimsoll.cri.CriClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: image-garbage, eviction
/** Images of a real node that nobody uses, and a disk and processes that run short. */
class CriImagesTest {
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

    private static String spec(String image) {
        return "{\"terminationGracePeriodSeconds\":0,\"containers\":[{\"name\":\"c\",\"image\":\"" + image + "\"}]}";
    }

    private List<String> images() {
        try (var direct = new CriClient(folder.resolve("cri.sock"), CallTimeouts.DEFAULT)) {
            return direct.images().list().ok().orElseThrow().stream()
                    .flatMap(image -> image.tags().stream())
                    .sorted()
                    .toList();
        }
    }

    private int containers() {
        try (var direct = new CriClient(folder.resolve("cri.sock"), CallTimeouts.DEFAULT)) {
            return direct.containers("", Map.of()).ok().orElseThrow().size();
        }
    }

    /** Leaves an image behind that nobody uses, beside one that a pod does. */
    private void runAndEnd() throws InterruptedException {
        node.create("stays", """
                {"terminationGracePeriodSeconds":0,"volumes":[{"name":"v","image":{"reference":"mounted:1"}}],
                "containers":[{"name":"c","image":"used:1","volumeMounts":[{"name":"v","mountPath":"/v"}]}]}""");
        node.awaitRunning("stays");
        // Sandboxes are made of one, says the runtime, which no container names.
        node.runtime.tellSettings("{\"sandboxImage\":\"registry/pause:1\"}");
        for (var image : List.of("unused:1", "registry/pause:1")) {
            node.create("goes", spec(image));
            node.awaitRunning("goes");
            node.client.delete(ApiResource.PODS, new ObjectName("default", "goes"), DeleteOptions.DEFAULT);
            node.pods.awaitNone(
                    "the pod", pod -> pod.at("/metadata/name").asText().equals("goes"));
        }
        // The API forgets a pod without a grace period at once.
        Patience.until("the end of its container", () -> containers() == 1);
        assertThat(images()).contains("unused:1", "used:1", "mounted:1");
    }

    private void restart(ImageGarbage images, EvictionHard evictionHard) throws IOException {
        node.stop();
        node.images = images;
        node.evictionHard = evictionHard;
        node.start();
    }

    @Test
    void imagesThatNobodyUsesGoWhenTheirFileSystemIsFull() throws IOException, InterruptedException {
        runAndEnd();
        node.agent().runtime().collectImages();
        assertThat(images())
                .as("too young, however full the disk of this machine is")
                .contains("unused:1");
        // More than nothing of the file system is in use, whatever machine this is.
        restart(new ImageGarbage(1, 0, Duration.ZERO, Duration.ZERO), node.evictionHard);
        var collected = node.agent().runtime().collectImages();
        assertThat(images()).contains("used:1", "mounted:1", "registry/pause:1").doesNotContain("unused:1");
        assertThat(collected.freedBytes()).isPositive();
        assertThat(collected.problems())
                .singleElement()
                .asString()
                .startsWith("Failed to garbage collect required amount of images. Attempted to free ");
    }

    @Test
    void aDiskThatIsShortOfRoomCostsImagesFirstAndThenPods() throws IOException, InterruptedException {
        runAndEnd();
        var never = new EvictionThreshold.Amount(Long.MAX_VALUE);
        restart(
                new ImageGarbage(85, 80, Duration.ZERO, Duration.ZERO),
                new EvictionHard(Map.of(EvictionSignal.NODEFS, never)));
        var evicted = node.await(
                "stays", "evicted", pod -> pod.at("/status/reason").asText().equals("Evicted"));
        assertThat(evicted.at("/status/message").asText())
                .startsWith("The node was low on resource: ephemeral-storage. Threshold quantity: ");
        assertThat(images()).doesNotContain("unused:1");
        node.awaitEvent(
                "EvictionThresholdMet",
                event -> event.path("message").asText().equals("Attempting to reclaim ephemeral-storage"));
        Patience.until("the condition DiskPressure", () -> {
            var found = node.client
                    .get(ApiResource.NODES, ObjectName.ofCluster(NodeOnFakeRuntime.NODE))
                    .done()
                    .orElseThrow();
            return NodeOnFakeRuntime.condition(found, "DiskPressure")
                    .path("reason")
                    .asText()
                    .equals("KubeletHasDiskPressure");
        });
    }

    @Test
    void aMachineThatIsShortOfProcessesShowsItAndEvicts() throws IOException, InterruptedException {
        node.create("p", spec("i:1"));
        node.awaitRunning("p");
        restart(
                ImageGarbage.DEFAULT,
                new EvictionHard(Map.of(EvictionSignal.PIDS, new EvictionThreshold.Amount(Long.MAX_VALUE))));
        var evicted = node.await(
                "p", "evicted", pod -> pod.at("/status/reason").asText().equals("Evicted"));
        assertThat(evicted.at("/status/message").asText()).startsWith("The node was low on resource: pids. ");
    }
}
