package dev.plimsoll.client.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Large lists come compressed from servers that can do that. */
// Acceptance of production: compressed
class CompressedAnswersTest {
    private static final String LIST =
            "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":["
                    + "{\"metadata\":{\"name\":\"p\",\"namespace\":\"default\"}}]}";

    @TempDir
    Path folder;

    private HttpServer server;
    private boolean compresses;
    private String accepted = "";

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            accepted = String.valueOf(exchange.getRequestHeaders().getFirst("Accept-Encoding"));
            var plain = LIST.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            if (compresses) exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            var body = compresses ? compressed(plain) : plain;
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static byte[] compressed(byte[] plain) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zipped = new GZIPOutputStream(bytes)) {
            zipped.write(plain);
        }
        return bytes.toByteArray();
    }

    private String listed() throws IOException {
        var file = folder.resolve("kubeconfig");
        Files.writeString(file, """
                apiVersion: v1
                kind: Config
                current-context: c
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: u, user: {token: t}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                """.formatted(server.getAddress().getPort()));
        if (!(Connections.fromFile(file, "") instanceof Configured.Ready ready)) throw new IOException("not read");
        try (var transport = ready.transport()) {
            var time = Time.system();
            var client = ApiClient.over(transport, "test", TokenBucket.unlimited(time), time);
            return client.list(ApiResource.PODS, ObjectSelection.ALL, Page.ALL)
                    .done()
                    .orElseThrow()
                    .items()
                    .getFirst()
                    .at("/metadata/name")
                    .asText();
        }
    }

    @Test
    void compressedAnswersAreRead() throws IOException {
        compresses = true;
        assertThat(listed()).isEqualTo("p");
        assertThat(accepted).contains("gzip");
    }

    @Test
    void soAreOthers() throws IOException {
        assertThat(listed()).isEqualTo("p");
    }

    @Test
    void anAnswerThatGrowsWithoutEndIsRefused() throws IOException {
        var headers = new HashMap<>(Map.of("content-encoding", "gzip"));
        var body = compressed(new byte[10_001]);
        assertThat(CompressedBody.read(body, new HashMap<>(headers), 10_001)).hasSize(10_001);
        assertThatThrownBy(() -> CompressedBody.read(body, headers, 10_000))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than 10000 bytes");
    }
}
