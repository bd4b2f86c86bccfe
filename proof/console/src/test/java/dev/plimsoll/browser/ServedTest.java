package dev.plimsoll.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.cli.Main;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.console.ConsoleSettings;
import dev.plimsoll.console.access.SessionKey;
import dev.plimsoll.runtime.http.ServingTls;
import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console as it is served: to others over TLS, and by a process that is killed. */
// Acceptance of the console: printed, actuated, own-files, remote, read-only, signed-out, empty, killed, axe
@PlimsollCluster
class ServedTest {
    @Test
    @DisplayName(
            "over TLS there is no one-time address: whoever shows a bearer token of the cluster sees and does what its holder may")
    void tls(TestCluster cluster) throws Exception {
        Consoles.create(cluster.client(), ApiResource.PODS, """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "web"}, "spec": {
                  "containers": [{"name": "app", "image": "nginx", "resources": {"requests": {"cpu": "100m"}}}]}}""");
        var token = TokenHolders.viewer(cluster);
        var mayView = new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName("viewer")
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "view")
                .addNewSubject("", "ServiceAccount", "viewer", "shop")
                .build();
        cluster.fabric8().rbac().clusterRoleBindings().resource(mayView).create();
        var settings = new ConsoleSettings(
                new InetSocketAddress("0.0.0.0", 0),
                ServingTls.of(Pki.inMemory(Instant.now()).serverContext()),
                Set.of("localhost"),
                "",
                SessionKey.random(),
                null,
                "");
        try (var browser = Consoles.browser("--ignore-certificate-errors");
                var console = Consoles.serve(settings, new TokenHolders(cluster))) {
            assertThat(console.address())
                    .isEqualTo("https://localhost:" + console.port() + "/")
                    .doesNotContain("code");
            try (var tab = browser.open(console.address())) {
                tab.await("document.getElementById('token')");
                assertThat(tab.evaluate("location.protocol").asText()).isEqualTo("https:");
                tab.evaluate("document.getElementById('token').focus()");
                tab.type("not-a-token");
                tab.press("Enter");
                tab.awaitText("The API server does not know this token");
                ConsoleTest.assertAccessible(tab);
                tab.evaluate("document.getElementById('token').select()");
                tab.type(token);
                tab.press("Enter");
                tab.awaitText("Overview");
                tab.await("document.querySelector('.link-state').innerText.includes('live')");
                tab.await("document.querySelector('.user').innerText === 'system:serviceaccount:shop:viewer'");
                tab.hash("#/pod/default/web");
                tab.awaitText("Resources in each state");
                // The role view may not resize, and may not reach nodes through the API server.
                assertThat(tab.evaluate("document.getElementById('resize-cpu')").isNull())
                        .isTrue();
                tab.awaitText("Actuated is not told");
                tab.press("?");
                tab.await("document.querySelector('.help')");
                assertThat(tab.text()).doesNotContain("Link for another tab");
                var session = tab.evaluate("sessionStorage.getItem('plimsoll-session')")
                        .asText();
                tab.evaluate(
                        "[...document.querySelectorAll('.help button')].find(each => each.innerText === 'Sign out').click()");
                tab.await("document.getElementById('token')");
                tab.evaluate("sessionStorage.setItem('plimsoll-session', " + Tab.quoted(session)
                        + "); setTimeout(() => location.reload()); 0");
                tab.awaitText("The session has ended");
            }
        }
    }

    @Test
    @DisplayName("browsers are sent the files of the page compressed")
    void compressed(TestCluster cluster) throws Exception {
        try (var browser = Consoles.browser();
                var console = Consoles.serve(cluster.client());
                var tab = browser.open(console.address())) {
            tab.awaitText("Overview");
            var sizes = tab.evaluate("""
                    performance.getEntriesByType('resource').filter(each => each.name.endsWith('.js'))
                      .map(each => ({ name: each.name, sent: each.encodedBodySize, size: each.decodedBodySize }))""");
            assertThat(sizes).hasSizeGreaterThan(5);
            for (var each : sizes)
                assertThat(each.path("sent").asInt())
                        .as(each.path("name").asText())
                        .isBetween(1, each.path("size").asInt() - 1);
        }
    }

    @Test
    @DisplayName(
            "a tab goes on by itself, with the history, after the console was killed with kill -9 and started again")
    void killed(TestCluster cluster, @TempDir Path folder) throws Exception {
        var kubeconfig = Files.writeString(folder.resolve("config"), cluster.kubeconfig());
        var data = folder.resolve("data");
        try (var browser = Consoles.browser();
                var first = Program.start(kubeconfig, data, 0);
                var tab = browser.open(first.address())) {
            tab.awaitText("Overview");
            tab.hash("#/pods");
            tab.await("document.querySelector('.link-state').innerText.includes('live')");
            first.kill();
            tab.await("document.querySelector('.banner').innerText.includes('connection to the console was lost')");
            tab.picture(Consoles.PICTURES.resolve("disconnected.png"));
            ConsoleTest.assertAccessible(tab);
            try (var _ =
                    Program.start(kubeconfig, data, URI.create(first.address()).getPort())) {
                tab.await(
                        "document.querySelector('.link-state').innerText.includes('live') && !document.querySelector('.banner')");
                Consoles.create(cluster.client(), ApiResource.PODS, """
                        {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "later"}, "spec": {
                          "containers": [{"name": "app", "image": "nginx"}]}}""");
                tab.await(
                        "[...document.querySelectorAll('[role=row]')].some(row => row.textContent.includes('default/later'))");
            }
        }
    }

    @Test
    @DisplayName("plimsoll up prints the address of a console of its cluster")
    void up(@TempDir Path folder) throws Exception {
        var data = folder.resolve("data").toString();
        var kubeconfig = folder.resolve("config").toString();
        try (var browser = Consoles.browser();
                var program = Program.start(
                        "up", "--data", data, "--kubeconfig-out", kubeconfig, "--port", "0", "--nodes", "2");
                var tab = browser.open(program.address())) {
            tab.awaitText("Overview");
            tab.await("document.querySelectorAll('.tile').length === 2");
            tab.await("document.querySelector('.link-state').innerText.includes('live')");
        }
    }

    /** {@code plimsoll console}, or a cluster with one, in a process of its own. */
    private record Program(Process process, String address) implements AutoCloseable {
        static Program start(Path kubeconfig, Path data, int port) throws IOException {
            return start(
                    "console",
                    "--kubeconfig",
                    kubeconfig.toString(),
                    "--data",
                    data.toString(),
                    "--port",
                    String.valueOf(port));
        }

        static Program start(String... arguments) throws IOException {
            var classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            var command = new ArrayList<>(List.of(
                    ProcessHandle.current().info().command().orElseThrow(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    classes,
                    Main.class.getName()));
            command.addAll(List.of(arguments));
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var reader = process.inputReader();
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.contains("console: ")) return new Program(process, line.substring(line.indexOf("http")));
            }
            throw new IOException("the console ended before it said where it is");
        }

        void kill() {
            process.destroyForcibly();
            process.onExit().join();
        }

        @Override
        public void close() {
            kill();
        }
    }
}
