package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of Kubernetes clients: proxies
// Acceptance of nodes: exec, session-protocols, kubectl, session-rights, node-pages, cgroup-files
/** exec, attach, cp, port-forward and proxies with the kubectl on the PATH, against simulated nodes; not run where there is none. */
@PlimsollCluster(nodes = 2)
class KubectlSessionsTest {
    @TempDir
    Path folder;

    /** What a run of kubectl left behind. */
    private record Ran(int code, String out, String err) {}

    @BeforeEach
    void kubectlIsThere(TestCluster cluster) throws IOException {
        Assumptions.assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "kubectl"))),
                "no kubectl on the PATH");
        Files.writeString(folder.resolve("config"), cluster.kubeconfig());
    }

    private ProcessBuilder command(String... arguments) {
        var command = new ArrayList<>(List.of("kubectl"));
        command.addAll(Arrays.asList(arguments));
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("KUBECONFIG", folder.resolve("config").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("NO_PROXY", "127.0.0.1");
        return builder;
    }

    private Ran run(ProcessBuilder builder, String input) throws IOException, InterruptedException {
        var in = Files.writeString(Files.createTempFile(folder, "in", ""), input);
        var out = Files.createTempFile(folder, "out", "");
        var err = Files.createTempFile(folder, "err", "");
        var process = builder.redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError(
                    builder.command() + " did not end: " + Files.readString(out) + Files.readString(err));
        }
        return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private Ran kubectl(String... arguments) throws IOException, InterruptedException {
        return run(command(arguments), "");
    }

    private static void runs(TestCluster cluster, String name, String more) {
        var pod = """
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%s"},"spec":{"containers":[
                {"name":"c","image":"shop:1","ports":[{"containerPort":8080}],
                "resources":{"requests":{"cpu":"20m","memory":"35Mi"},"limits":{"cpu":"30m","memory":"45Mi"}}%s}""".formatted(name, more);
        var document = ClientJson.read(pod.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        assertThat(cluster.client().create(ApiResource.PODS, document).problem())
                .isEmpty();
        cluster.awaitPod("default", name, KubectlSessionsTest::isReady);
    }

    private static boolean isReady(ObjectNode pod) {
        return pod.at("/status/phase").asText().equals("Running");
    }

    @Test
    void aCommandPrintsEndsAndReads(TestCluster cluster) throws Exception {
        runs(cluster, "exec", "}]}");
        assertThat(kubectl("exec", "exec", "--", "cat", "/sys/fs/cgroup/cpu.max"))
                .isEqualTo(new Ran(0, "3000 100000\n", ""));
        assertThat(kubectl("exec", "exec", "--", "sh", "-c", "head -n 1 /sys/fs/cgroup/memory.max && hostname"))
                .isEqualTo(new Ran(0, "47185920\nexec\n", ""));
        var failed = kubectl("exec", "exec", "--", "sh", "-c", "echo told >&2; exit 3");
        assertThat(failed.code()).isEqualTo(3);
        assertThat(failed.err()).isEqualTo("told\ncommand terminated with exit code 3\n");
        var unknown = kubectl("exec", "exec", "--", "python3");
        assertThat(unknown.code()).isEqualTo(127);
        assertThat(unknown.err()).contains("python3: not found\n");
        assertThat(run(command("exec", "-i", "exec", "--", "wc", "-l"), "one\ntwo\nthree\n"))
                .isEqualTo(new Ran(0, "3\n", ""));
        assertThat(kubectl("exec", "exec", "-c", "none", "--", "true").err())
                .contains("container none is not valid for pod exec");
        // Clients that fall back speak SPDY.
        var old = command("exec", "-i", "exec", "--", "sh", "-c", "cat; exit 4");
        old.environment().put("KUBECTL_REMOTE_COMMAND_WEBSOCKETS", "false");
        assertThat(run(old, "over SPDY\n"))
                .isEqualTo(new Ran(4, "over SPDY\n", "command terminated with exit code 4\n"));
    }

    @Test
    void whatAResizeWritesIsWhatACommandReads(TestCluster cluster) throws Exception {
        runs(cluster, "resized", "}]}");
        var patch = """
                {"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"25m","memory":"40Mi"},\
                "limits":{"cpu":"50m","memory":"50Mi"}}}]}}""";
        assertThat(kubectl("patch", "pod", "resized", "--subresource", "resize", "-p", patch)
                        .code())
                .isZero();
        cluster.awaitPod(
                "default",
                "resized",
                pod -> pod.at("/status/containerStatuses/0/resources/limits/cpu")
                        .asText()
                        .equals("50m"));
        assertThat(kubectl(
                                "exec",
                                "resized",
                                "--",
                                "sh",
                                "-c",
                                "cat /sys/fs/cgroup/cpu.max; cat /sys/fs/cgroup/memory.max")
                        .out())
                .isEqualTo("5000 100000\n52428800\n");
    }

    @Test
    void thePodsCgroupIsFoundOnTheNode(TestCluster cluster) throws Exception {
        runs(cluster, "host", """
                ,"volumeMounts":[{"name":"v","mountPath":"/sysfscgroup"}]}],"volumes":[{"name":"v","hostPath":{"path":"/sys/fs/cgroup"}}]}""");
        var uid =
                kubectl("get", "pod", "host", "-o", "jsonpath={.metadata.uid}").out();
        var found = kubectl(
                "exec",
                "host",
                "--",
                "sh",
                "-c",
                "find /sysfscgroup -name '*" + uid.replace('-', '_') + "*' -o -name '*" + uid + "*'");
        assertThat(found.out().lines()).hasSize(1);
        assertThat(kubectl("exec", "host", "--", "cat", found.out().strip() + "/cpu.max")
                        .out())
                .isEqualTo("3000 100000\n");
        assertThat(kubectl("exec", "host", "--", "mount", "-t", "cgroup2").out())
                .contains(" /sys/fs/cgroup ");
    }

    @Test
    void filesAreCopiedBothWays(TestCluster cluster) throws Exception {
        runs(cluster, "cp", "}]}");
        Files.writeString(folder.resolve("there.txt"), "there and back\n");
        assertThat(kubectl("cp", "there.txt", "cp:/tmp/there.txt").code()).isZero();
        assertThat(kubectl("exec", "cp", "--", "cat", "/tmp/there.txt").out()).isEqualTo("there and back\n");
        assertThat(kubectl("cp", "cp:/tmp/there.txt", "back.txt").code()).isZero();
        assertThat(folder.resolve("back.txt")).hasContent("there and back\n");
    }

    @Test
    void aPortIsForwarded(TestCluster cluster) throws Exception {
        runs(cluster, "port", "}]}");
        var process = command("port-forward", "pod/port", ":8080")
                .redirectErrorStream(true)
                .start();
        try (var http = HttpClient.newHttpClient();
                var told =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            var first = told.readLine();
            assertThat(first).startsWith("Forwarding from 127.0.0.1:");
            var port = first.replaceAll("Forwarding from 127.0.0.1:([0-9]+) .*", "$1");
            for (var i = 0; i < 3; i++) {
                var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                        .build();
                assertThat(http.send(request, HttpResponse.BodyHandlers.ofString())
                                .body())
                        .isEqualTo("pod default/port, container c, port 8080\n");
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void pagesOfNodesAreReadThroughTheServer(TestCluster cluster) throws Exception {
        assertThat(kubectl("get", "--raw", "/api/v1/nodes/node-1/proxy/healthz").out())
                .isEqualTo("ok");
        assertThat(kubectl("get", "--raw", "/api/v1/nodes/node-1/proxy/stats/summary")
                        .out())
                .contains("\"nodeName\":\"node-1\"");
        assertThat(kubectl("get", "--raw", "/api/v1/nodes/node-0/proxy/stats/summary")
                        .out())
                .contains("\"nodeName\":\"node-0\"");
        assertThat(kubectl("get", "--raw", "/api/v1/nodes/node-0/proxy/metrics").out())
                .contains("plimsoll_node_held_streams");
        assertThat(kubectl("get", "--raw", "/api/v1/nodes/node-0/proxy/pods").out())
                .contains("\"PodList\"");
        assertThat(kubectl("get", "--raw", "/api/v1/nodes/node-0/proxy/configz").out())
                .contains("kubeletconfig");
        assertThat(kubectl("get", "--raw", "/api/v1/nodes/node-0/proxy/nothing").err())
                .contains("the server could not find the requested resource");
        assertThat(kubectl("get", "--raw", "/api/v1/nodes/node-0:1/proxy/healthz")
                        .err())
                .contains("address not allowed");
        assertThat(kubectl("get", "--raw", "/api/v1/nodes/none/proxy/healthz").err())
                .contains("nodes \"none\" not found");
    }

    @Test
    void whoMayOnlyReadGetsNoSession(TestCluster cluster) throws Exception {
        runs(cluster, "guarded", "}]}");
        kubectl("create", "clusterrole", "looks", "--verb=get", "--resource=pods,pods/exec");
        kubectl("create", "clusterrolebinding", "looks", "--clusterrole=looks", "--user=jane");
        assertThat(kubectl("get", "pod", "guarded", "--as", "jane").code()).isZero();
        var refused = kubectl("exec", "guarded", "--as", "jane", "--", "true");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("User \"jane\" cannot create resource \"pods/exec\"");
        var proxied = kubectl("get", "--raw", "/api/v1/nodes/node-0/proxy/pods", "--as", "jane");
        assertThat(proxied.err()).contains("cannot get resource \"nodes/proxy\"");
    }
}
