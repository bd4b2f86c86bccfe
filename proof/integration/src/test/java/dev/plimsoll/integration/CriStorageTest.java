package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: storage, eviction
/** A node with a container runtime: its storage, its volumes, and pods from its own files. */
@Timeout(90)
class CriStorageTest {
    @TempDir
    Path folder;

    private NodeOnFakeRuntime node;

    @BeforeEach
    void start() throws Exception {
        Files.createDirectories(folder.resolve("manifests"));
        node = new NodeOnFakeRuntime(folder);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private static String spec(String emptyDir) {
        return "{\"terminationGracePeriodSeconds\":1,\"volumes\":[{\"name\":\"v\",\"emptyDir\":" + emptyDir
                + "}],\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"volumeMounts\":[{\"name\":\"v\",\"mountPath\":\"/v\"}],"
                + "\"resources\":{\"limits\":{\"cpu\":\"1\",\"memory\":\"256Mi\"}}}]}";
    }

    private Path volume(String uid) {
        return folder.resolve("root/pods").resolve(uid).resolve("volumes/empty-dir/v");
    }

    @Test
    @DisplayName("a log that is too long is put aside, and the runtime begins another")
    void longLogs() throws Exception {
        node.create("talker", spec("{}"));
        var uid = node.awaitRunning("talker").at("/metadata/uid").asText();
        var logs = Files.createDirectories(folder.resolve("logs/default_talker_" + uid + "/c"));
        Files.write(logs.resolve("0.log"), new byte[(10 << 20) + 1]);
        assertThat(node.agent().runtime().rotateLogs()).isEmpty();
        assertThat(node.runtime.faults().calls()).contains("ReopenContainerLog");
        assertThat(logs).isDirectoryContaining("glob:**/0.log.*");

        Files.write(logs.resolve("0.log"), new byte[(10 << 20) + 1]);
        node.runtime.faults().failNext("ReopenContainerLog", Status.UNAVAILABLE.withDescription("busy"));
        assertThat(node.agent().runtime().rotateLogs())
                .containsExactly(
                        "log of container c of pod default/talker: the runtime goes on with the file that is full: busy");
        assertThat(logs.resolve("0.log")).hasSize((10 << 20) + 1);
    }

    @Test
    @DisplayName("an emptyDir in memory is mounted with its size, and with the pod's memory limit where it has none")
    void volumesInMemoryAreBounded() throws Exception {
        node.create("sized", spec("{\"medium\":\"Memory\",\"sizeLimit\":\"64Mi\"}"));
        node.create("plain", spec("{\"medium\":\"Memory\"}"));
        var sized = node.awaitRunning("sized").at("/metadata/uid").asText();
        var plain = node.awaitRunning("plain").at("/metadata/uid").asText();
        assertThat(node.mounts.all()).anySatisfy(each -> {
            assertThat(each.target()).isEqualTo(volume(sized));
            assertThat(each.key()).isEqualTo("size=" + (64L << 20));
        });
        assertThat(node.mounts.all()).anySatisfy(each -> {
            assertThat(each.target()).isEqualTo(volume(plain));
            assertThat(each.key()).isEqualTo("size=" + (256L << 20));
        });
    }

    @Test
    @DisplayName("a pod that writes more into an emptyDir than its sizeLimit is evicted")
    void whatIsWrittenIsBounded() throws Exception {
        node.create("writer", spec("{\"sizeLimit\":\"1Mi\"}"));
        var uid = node.awaitRunning("writer").at("/metadata/uid").asText();
        Files.write(volume(uid).resolve("file"), new byte[2 << 20]);
        var evicted = node.await(
                "writer", "evicted", pod -> pod.at("/status/phase").asText().equals("Failed"));
        assertThat(evicted.at("/status/reason").asText()).isEqualTo("Evicted");
        assertThat(evicted.at("/status/message").asText())
                .isEqualTo("Usage of EmptyDir volume \"v\" exceeds the limit \"1Mi\". ");
    }

    @Test
    @DisplayName("a pod from a file of the node runs, is shown, and goes with its file")
    void podsFromFilesRun() throws Exception {
        var file = folder.resolve("manifests/web.json");
        Files.writeString(
                file,
                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\"},\"spec\":" + spec("{}") + "}");
        var name = "web-" + NodeOnFakeRuntime.NODE;
        var mirror = node.awaitRunning(name);
        assertThat(mirror.at("/metadata/ownerReferences/0/name").asText()).isEqualTo(NodeOnFakeRuntime.NODE);
        assertThat(Files.isDirectory(volume(mirror.at("/metadata/annotations/kubernetes.io~1config.hash")
                        .asText())))
                .as("the pod is known to its node by its own uid")
                .isTrue();
        Files.delete(file);
        node.pods.awaitNone("gone", pod -> pod.at("/metadata/name").asText().equals(name));
        assertThat(node.client
                        .get(ApiResource.PODS, new ObjectName("default", name))
                        .done())
                .isEmpty();
    }
}
