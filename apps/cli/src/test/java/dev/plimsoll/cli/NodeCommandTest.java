package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.linux.cgroup.CgroupVersion;
import dev.plimsoll.tls.TrustAllManager;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of nodes: session-bounds, configuration
/** {@code plimsoll node} as people type it. */
@Tag(ProgramCommand.TAG)
@Timeout(180)
class NodeCommandTest extends CommandLineTest {
    @TempDir
    private Path folder;

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("--runtime docker", "--runtime docker: choose simulated or cri"),
                Arguments.of("--nodes 0", "--nodes 0: must be at least 1"),
                Arguments.of("--eviction-hard memory.available", "--eviction-hard: "),
                Arguments.of("--eviction-hard nodefs.inodes<10%", "--eviction-hard: "),
                Arguments.of(
                        "--eviction-soft memory.available<1Gi",
                        "--eviction-soft-grace-period: memory.available of --eviction-soft has none; give it, as in "
                                + "memory.available=1m30s"),
                Arguments.of(
                        "--eviction-soft-grace-period memory.available=soon",
                        "--eviction-soft-grace-period memory.available=soon: expected such as memory.available=1m30s"),
                Arguments.of(
                        "--bootstrap-kubeconfig b.conf --cert-dir pki",
                        "--kubeconfig: give a file to write the kubeconfig of the node to"),
                Arguments.of(
                        "--bootstrap-kubeconfig b.conf --kubeconfig n.conf --cert-dir pki --nodes 2",
                        "--nodes 2: a certificate names one node; start each on its own"),
                Arguments.of(
                        "--bootstrap-kubeconfig missing.conf --kubeconfig n.conf --cert-dir pki",
                        "missing.conf: there is no such file, or it cannot be read; name another with --bootstrap-kubeconfig"),
                Arguments.of(
                        "--manifest-url pods.yaml",
                        "--manifest-url pods.yaml: expected an address such as https://config.example/pods.yaml"),
                Arguments.of(
                        "--manifest-url-header a:b", "--manifest-url-header is about --manifest-url; give that too"),
                Arguments.of("--storage much", "--storage much: expected a quantity such as 100Gi"),
                Arguments.of("--swap-behavior All", "--swap-behavior All: choose NoSwap or LimitedSwap"),
                Arguments.of("--reserved much", "--reserved much: expected amounts such as cpu=500m,memory=1Gi"),
                Arguments.of(
                        "--runtime cri --topology 2s2n4c1t",
                        "--topology describes a simulated machine; leave it out, or choose --runtime simulated"),
                Arguments.of("--feature-gates Nonsense=true", "--feature-gates: "));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void mistakesAreNamed(String options, String expected) {
        var ran = run(("node " + options).split(" ", -1));
        assertThat(ran.errors()).startsWith("plimsoll: " + expected);
        assertThat(ran.exit()).isEqualTo(ExitCode.UNREADABLE);
    }

    private String config(String text) throws IOException {
        var file = folder.resolve("kubelet.yaml");
        Files.writeString(file, "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n" + text);
        return file.toString();
    }

    @Test
    void aConfigurationFileIsReadAndOptionsComeBeforeIt() throws IOException {
        var file = config("""
                maxPods: 0
                registerNode: true
                kubeReserved: {cpu: 100m}
                systemReserved: {cpu: 200m, memory: 64Mi}
                evictionHard: {memory.available: 5%, imagefs.available: 10%}
                shutdownGracePeriod: 30s
                streamingConnectionIdleTimeout: 4h
                memorySwap: {swapBehavior: Some}
                staticPodURL: http://127.0.0.1:1/pods
                staticPodURLHeader: {X-Team: [a, b], "": [c]}
                kubeAPIQPS: 5
                logging: {format: json}
                """);
        var ran = run("node", "--config", file);
        assertThat(ran.exit()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(ran.errors())
                .contains("kubelet.yaml: passed over, for it means nothing here: kubeAPIQPS, logging.format")
                .contains("--pods 0: must be at least 1")
                .contains("--manifest-url-header :c: expected a header such as X-Team:web")
                .doesNotContain("X-Team:a", "X-Team:b")
                .contains("--swap-behavior Some: choose NoSwap or LimitedSwap");
        var overruled = run("node", "--config", file, "--pods", "5", "--swap-behavior", "All", "--nodes", "2");
        assertThat(overruled.errors())
                .doesNotContain("--pods")
                .contains("--swap-behavior All: choose NoSwap or LimitedSwap");
    }

    @Test
    void whatIsWrongInAConfigurationFileIsNamed() throws IOException {
        var ran = run("node", "--config", config("cpuCFSQuota: false\n"));
        assertThat(ran.errors()).contains("kubelet.yaml: cpuCFSQuota: is always true here, found false");
        assertThat(ran.exit()).isEqualTo(ExitCode.UNREADABLE);
        Files.writeString(folder.resolve("other.yaml"), "apiVersion: v1\nkind: ConfigMap\n");
        assertThat(run("node", "--config", folder.resolve("other.yaml").toString())
                        .errors())
                .contains("apiVersion: expected kubelet.config.k8s.io/v1beta1")
                .contains("kind: expected KubeletConfiguration");
        assertThat(run("node", "--config", folder.resolve("none.yaml").toString())
                        .errors())
                .contains("none.yaml: cannot be read");
    }

    private Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    private Program server() throws IOException {
        var server = Program.start(
                "apiserver",
                "--ephemeral",
                "--port",
                "0",
                "--admin-token",
                "secret",
                "--kubeconfig",
                kubeconfig().toString());
        server.awaitSaying("serving on");
        return server;
    }

    @Test
    void anAddressThatIsNoneIsNamed() throws IOException {
        try (var _ = server()) {
            var ran = run("node", "--kubeconfig", kubeconfig().toString(), "--serve", "here");
            assertThat(ran.errors())
                    .isEqualTo("plimsoll: --serve here: expected a port, or an address and a port such as "
                            + "0.0.0.0:10250\n");
        }
    }

    @Test
    void aNodeServesWhatAKubeletServesAndKeepsMemoryForEviction() throws Exception {
        try (var _ = server();
                var node = Program.start(
                        "node",
                        "--kubeconfig",
                        kubeconfig().toString(),
                        "--serve",
                        "0",
                        "--eviction-hard",
                        "memory.available<2Gi")) {
            var line = node.awaitSaying("serving them at ");
            var address = line.substring(line.indexOf("https://"));
            var registered = registered();
            assertThat(registered.at("/status/allocatable/memory").asText()).isEqualTo("30Gi");
            assertThat(address)
                    .endsWith(":"
                            + registered
                                    .at("/status/daemonEndpoints/kubeletEndpoint/Port")
                                    .asInt());
            assertThat(get(address + "/nodes/node-0/pods", "")).isEqualTo(401);
            assertThat(get(address + "/nodes/node-0/pods", "secret")).isEqualTo(200);
            assertThat(get(address + "/metrics", "secret")).isEqualTo(200);
            assertThat(node.stop()).isEqualTo(143);
        }
    }

    private ObjectNode registered() throws InterruptedException {
        if (!(Connections.fromFile(kubeconfig(), "") instanceof Configured.Ready ready))
            throw new AssertionError("the kubeconfig cannot be read");
        try (var _ = ready.transport()) {
            var client = ConnectionOptions.client(ready, "test");
            var end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
            while (System.nanoTime() < end) {
                var found = client.get(ApiResource.NODES, ObjectName.ofCluster("node-0"));
                if (found.done().isPresent()) return found.done().get();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
            throw new AssertionError("node-0 was not registered within two minutes");
        }
    }

    private static int get(String url, String token) throws IOException, InterruptedException {
        try (var http = HttpClient.newBuilder()
                .sslContext(TrustAllManager.context()) // the node's certificate is its own
                .proxy(HttpClient.Builder.NO_PROXY)
                .build()) {
            var request = HttpRequest.newBuilder(URI.create(url));
            if (!token.isEmpty()) request.header("Authorization", "Bearer " + token);
            return http.send(request.build(), BodyHandlers.discarding()).statusCode();
        }
    }

    /** Cgroups are made only when there is a runtime, so that nothing of this machine is touched. */
    @Test
    void aRealNodeWaitsForItsRuntimeAndEndsWhenItIsTold() throws Exception {
        var socket = "unix://" + folder.resolve("none.sock");
        try (var _ = server();
                var node = Program.start(
                        "node",
                        "--runtime",
                        "cri",
                        "--kubeconfig",
                        kubeconfig().toString(),
                        "--fail-cgroup-v1",
                        "false",
                        "--cri-endpoint",
                        socket)) {
            if (CgroupVersion.of(Path.of("/sys/fs/cgroup")) == CgroupVersion.NONE) {
                node.awaitSaying("there are no cgroups on this machine");
                return;
            }
            assertThat(node.awaitSaying("waiting for it"))
                    .startsWith("plimsoll: no container runtime answers at " + socket + ": ");
            assertThat(node.stop()).isEqualTo(143);
        }
    }

    @Test
    void aClusterWithThisMachineSaysWhatItLacks() throws IOException {
        var socket = folder.resolve("none.sock");
        var ran = run(
                "up",
                "--real-node",
                "--data",
                folder.resolve("data").toString(),
                "--port",
                "0",
                "--cri-endpoint",
                "unix://" + socket);
        assertThat(ran.errors())
                .startsWith("plimsoll: --real-node: ")
                .containsPattern(Pattern.quote("no container runtime answers at unix://" + socket + ": "));
        assertThat(ran.exit()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(Files.exists(folder.resolve("data/kubeconfig"))).isFalse();
    }
}
