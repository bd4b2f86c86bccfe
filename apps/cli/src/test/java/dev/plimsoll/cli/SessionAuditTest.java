package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.tls.TrustAllManager;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: session-audit
/** Who ran a command in a container stands in the audit log. */
@Timeout(180)
class SessionAuditTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path folder;

    /** Tells when the other side has closed. */
    private static final class Closed extends CompletableFuture<Integer> implements WebSocket.Listener {
        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            complete(code);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            completeExceptionally(error);
        }
    }

    private static <T> T awaited(String what, Supplier<Optional<T>> look) {
        var end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (System.nanoTime() < end) {
            var found = look.get();
            if (found.isPresent()) return found.get();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        throw new AssertionError(what + " did not come within two minutes");
    }

    private static void podRuns(ApiClient client) {
        var pod = ClientJson.read("""
                {"metadata":{"namespace":"default","name":"p"},"spec":{"nodeName":"node-0","automountServiceAccountToken":false,\
                "containers":[{"name":"c","image":"busybox","command":["sleep","1d"]}]}}""".getBytes(StandardCharsets.UTF_8)).orElseThrow();
        assertThat(client.create(ApiResource.PODS, pod).problem()).isEmpty();
        awaited(
                "a pod that runs",
                () -> client.get(ApiResource.PODS, new ObjectName("default", "p"))
                        .done()
                        .filter(seen -> seen.at("/status/phase").asText().equals("Running")));
    }

    private Optional<JsonNode> audited(Path log) {
        try (var lines = Files.lines(log)) {
            var found = lines.filter(line -> line.contains("/exec?")).findFirst();
            return found.isEmpty() ? Optional.empty() : Optional.of(MAPPER.readTree(found.get()));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSessionIsInTheAuditLog() throws Exception {
        var kubeconfig = folder.resolve("kubeconfig").toString();
        var log = folder.resolve("audit.log");
        try (var server = Program.start(
                "apiserver",
                "--ephemeral",
                "--port",
                "0",
                "--admin-token",
                "secret",
                "--kubeconfig",
                kubeconfig,
                "--audit-log",
                log.toString())) {
            server.awaitSaying("serving on");
            if (!(Connections.fromFile(Path.of(kubeconfig), "") instanceof Configured.Ready ready))
                throw new AssertionError("the kubeconfig cannot be read");
            try (var node = Program.start("node", "--kubeconfig", kubeconfig, "--serve", "0");
                    var _ = ready.transport();
                    var http = HttpClient.newBuilder()
                            .sslContext(TrustAllManager.context())
                            .proxy(HttpClient.Builder.NO_PROXY)
                            .build()) {
                node.awaitSaying("serving them at ");
                podRuns(ConnectionOptions.client(ready, "test"));
                var closed = new Closed();
                var address = ready.server().toString().replaceFirst("^https(.*?)/?$", "wss$1")
                        + "/api/v1/namespaces/default/pods/p/exec?command=true&stdout=true";
                http.newWebSocketBuilder()
                        .subprotocols("v5.channel.k8s.io")
                        .header("Authorization", "Bearer secret")
                        .buildAsync(URI.create(address), closed)
                        .get(1, TimeUnit.MINUTES);
                assertThat(closed.get(1, TimeUnit.MINUTES)).isEqualTo(WebSocket.NORMAL_CLOSURE);
                var event = awaited("a line of the session", () -> audited(log));
                assertThat(event.path("verb").asText()).isEqualTo("get");
                assertThat(event.at("/objectRef/resource").asText()).isEqualTo("pods");
                assertThat(event.at("/objectRef/subresource").asText()).isEqualTo("exec");
                assertThat(event.at("/objectRef/name").asText()).isEqualTo("p");
                assertThat(event.path("requestURI").asText()).contains("command=true");
                assertThat(event.at("/responseStatus/code").asInt()).isEqualTo(101);
                assertThat(event.at("/user/username").asText()).isNotEmpty();
            }
        }
    }
}
