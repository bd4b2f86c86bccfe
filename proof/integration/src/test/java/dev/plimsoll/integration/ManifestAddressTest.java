package dev.plimsoll.integration;

import static dev.plimsoll.integration.NodeOnFakeRuntime.NODE;
import static dev.plimsoll.integration.NodeOnFakeRuntime.container;
import static dev.plimsoll.integration.NodeOnFakeRuntime.id;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.nodeagent.staticpods.ManifestAddress;
import dev.plimsoll.nodeagent.staticpods.StaticPodSources;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pods that a node has from an address ({@code --manifest-url}). */
@Timeout(120)
// Acceptance of nodes: static-pods
class ManifestAddressTest {
    @TempDir
    Path folder;

    private HttpServer server;
    private StaticPodSources sources;
    private final Queue<String> tokens = new ConcurrentLinkedQueue<>();
    private volatile int status = 200;
    private volatile String body = "";

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/pods", this::answer);
        server.start();
        var address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/pods");
        sources = new StaticPodSources(
                folder.resolve("manifests"), new ManifestAddress(address, Map.of("X-Token", List.of("secret"))));
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Token")));
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String pod(String name) {
        return """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s"},
                "spec":{"containers":[{"name":"c","image":"registry/app:1"}]}}""".formatted(name);
    }

    private static String list(String... pods) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"PodList\",\"items\":[" + String.join(",", pods) + "]}";
    }

    private static String source(ObjectNode pod) {
        return pod.at("/metadata/annotations/kubernetes.io~1config.source").asText();
    }

    private void restart(NodeOnFakeRuntime node) throws IOException {
        node.stop();
        node.staticPods = sources;
        node.start();
    }

    @Test
    @DisplayName(
            "pods of a list run on the node, beside those of its folder, which come first where names are the same")
    void listed() throws Exception {
        Files.createDirectories(folder.resolve("manifests"));
        Files.writeString(folder.resolve("manifests/both.json"), pod("both"));
        body = list(pod("web"), pod("both"));
        try (var node = new NodeOnFakeRuntime(folder)) {
            restart(node);
            var web = node.awaitRunning("web-" + NODE);
            assertThat(source(web)).isEqualTo("http");
            assertThat(web.at("/spec/tolerations").toString())
                    .as("only files make a pod tolerate everything")
                    .doesNotContain("\"operator\":\"Exists\",\"effect\":\"NoExecute\"}");
            assertThat(source(node.awaitRunning("both-" + NODE))).isEqualTo("file");
            assertThat(tokens).isNotEmpty().containsOnly("secret");
        }
    }

    @Test
    @DisplayName(
            "while the address does not answer its pods run on, also if the agent is restarted; what it no longer has goes")
    void unanswered() throws Exception {
        body = list(pod("web"), pod("old"));
        try (var node = new NodeOnFakeRuntime(folder)) {
            restart(node);
            var web = node.awaitRunning("web-" + NODE);
            var old = node.awaitRunning("old-" + NODE);
            status = 503;
            tokens.clear();
            restart(node);
            // Something else is begun meanwhile, and so whatever the node would have removed is gone.
            node.create("other", "{\"containers\":[{\"name\":\"c\",\"image\":\"registry/app:1\"}]}");
            node.awaitRunning("other");
            Patience.until("the address was asked", () -> !tokens.isEmpty());
            assertThat(node.state().sourcesReady()).isFalse();
            assertThat(node.runtime.knows(id(web, "c"))).isTrue();
            assertThat(node.runtime.knows(id(old, "c"))).isTrue();

            status = 200;
            body = pod("web");
            restart(node);
            node.pods.awaitNone(
                    "the end of the pod that is not in the answer any more",
                    pod -> pod.at("/metadata/name").asText().equals("old-" + NODE));
            Patience.until("its container is removed", () -> !node.runtime.knows(id(old, "c")));
            var kept = node.awaitRunning("web-" + NODE);
            assertThat(id(kept, "c")).isEqualTo(id(web, "c"));
            assertThat(kept.at("/metadata/uid"))
                    .as("its copy at the API was left alone meanwhile")
                    .isEqualTo(web.at("/metadata/uid"));
            assertThat(container(kept, "c").path("restartCount").asInt()).isZero();
        }
    }

    @Test
    @DisplayName("an answer with a mistake changes nothing; one without pods takes all away")
    void mistaken() throws Exception {
        body = pod("web");
        try (var node = new NodeOnFakeRuntime(folder)) {
            restart(node);
            var web = node.awaitRunning("web-" + NODE);
            body = list(pod("other"), "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"s\"}}");
            tokens.clear();
            restart(node);
            Patience.until("the address was asked", () -> !tokens.isEmpty());
            node.create("next", "{\"containers\":[{\"name\":\"c\",\"image\":\"registry/app:1\"}]}");
            node.awaitRunning("next");
            assertThat(node.runtime.knows(id(web, "c"))).isTrue();
            body = list();
            restart(node);
            Patience.until("its container is removed", () -> !node.runtime.knows(id(web, "c")));
            assertThat(node.pods.all())
                    .extracting(pod -> pod.at("/metadata/name").asText())
                    .doesNotContain("other-" + NODE);
        }
    }
}
