package dev.plimsoll.integration;

import static dev.plimsoll.integration.NodeOnFakeRuntime.container;
import static dev.plimsoll.integration.NodeOnFakeRuntime.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: debug-target
/** Containers that are added to a pod that runs, as {@code kubectl debug} does it. */
class CriDebugTest {
    private static void add(NodeOnFakeRuntime node, String container) {
        var patch = Server.json("{\"spec\":{\"ephemeralContainers\":[" + container + "]}}");
        assertThat(node.client
                        .patch(
                                ApiResource.PODS.sub("ephemeralcontainers"),
                                new ObjectName("default", "a"),
                                new Patch.Strategic(patch))
                        .problem())
                .isEmpty();
    }

    @Test
    void theProcessesOfItsTargetAreSeen(@TempDir Path folder) throws Exception {
        try (var node = new NodeOnFakeRuntime(folder)) {
            node.create("a", "{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}");
            var target = id(node.awaitRunning("a"), "c");
            add(node, "{\"name\":\"alone\",\"image\":\"busybox\"}");
            add(node, "{\"name\":\"look\",\"image\":\"busybox\",\"targetContainerName\":\"c\"}");
            var pod = node.await(
                    "a",
                    "both running",
                    seen -> container(seen, "alone").path("state").has("running")
                            && container(seen, "look").path("state").has("running"));
            assertThat(node.runtime.targetOf(id(pod, "look"))).isEqualTo(target);
            assertThat(node.runtime.targetOf(id(pod, "alone"))).isEmpty();
        }
    }
}
