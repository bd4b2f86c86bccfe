package dev.plimsoll.integration;

import static dev.plimsoll.integration.NodeOnFakeRuntime.id;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: confinement
/** Profiles of seccomp and AppArmor reach the runtime. */
@Timeout(120)
class CriConfinementTest {
    @TempDir
    Path folder;

    @Test
    void aContainersProfileComesBeforeThatOfItsPod() throws Exception {
        try (var node = new NodeOnFakeRuntime(folder)) {
            node.create("p", """
                    {"securityContext":{"seccompProfile":{"type":"RuntimeDefault"},"appArmorProfile":{"type":"RuntimeDefault"}},
                    "containers":[{"name":"plain","image":"i:1"},{"name":"own","image":"i:1","securityContext":{
                    "seccompProfile":{"type":"Localhost","localhostProfile":"audit/strict.json"},
                    "appArmorProfile":{"type":"Localhost","localhostProfile":"k8s-strict"}}},
                    {"name":"free","image":"i:1","securityContext":{"seccompProfile":{"type":"Unconfined"},
                    "appArmorProfile":{"type":"Unconfined"}}}]}""");
            var pod = node.awaitRunning("p");
            assertThat(node.runtime.profiles(id(pod, "plain"))).containsExactly("RuntimeDefault", "RuntimeDefault");
            assertThat(node.runtime.profiles(id(pod, "own")))
                    .containsExactly(
                            "Localhost " + folder.resolve("root/seccomp/audit/strict.json"), "Localhost k8s-strict");
            assertThat(node.runtime.profiles(id(pod, "free"))).containsExactly("Unconfined", "Unconfined");
            node.create("q", "{\"containers\":[{\"name\":\"c\",\"image\":\"i:1\"}]}");
            assertThat(node.runtime.profiles(id(node.awaitRunning("q"), "c"))).containsExactly("", "");
        }
    }
}
