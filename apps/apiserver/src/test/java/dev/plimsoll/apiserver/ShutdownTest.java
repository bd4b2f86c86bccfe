package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that ends: probes are told first, watches end whole, and what was asked before is answered. */
// Acceptance of production: not-ready-first, whole-ends, last-answers, health
class ShutdownTest {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    @Test
    @DisplayName("the first step of an end makes only /readyz fail, with the reason; requests are answered as before")
    void notReadyFirst() {
        try (var server = new TestServer()) {
            assertThat(server.get("/readyz?verbose").text()).contains("[+]shutdown ok", "readyz check passed");
            server.server().beginShutdown();

            var ready = server.get("/readyz");
            assertThat(ready.status()).isEqualTo(500);
            assertThat(ready.text())
                    .contains("[+]store ok", "[-]shutdown failed: the server is shutting down", "readyz check failed");
            assertThat(server.get("/readyz/shutdown").status()).isEqualTo(500);
            assertThat(server.get("/readyz/store").status()).isEqualTo(200);
            assertThat(server.get("/livez").text()).isEqualTo("ok");
            assertThat(server.get("/healthz").text()).isEqualTo("ok");
            assertThat(server.post(MAPS, "{\"metadata\":{\"name\":\"one\"}}").status())
                    .isEqualTo(201);
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(HttpClient.Version.class)
    @DisplayName("a watch that is open when the server ends comes to a whole end, with all events before it")
    void watchesEndWhole(HttpClient.Version version) throws Exception {
        var server = TestServer.secure();
        try (var client = server.client(null)) {
            var request = HttpRequest.newBuilder(URI.create(server.server().url() + MAPS + "?watch=true"))
                    .version(version)
                    .setHeader("Authorization", "Bearer " + TestServer.TOKEN)
                    .build();
            var response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.version()).isEqualTo(version);
            assertThat(server.post(MAPS, "{\"metadata\":{\"name\":\"one\"}}").status())
                    .isEqualTo(201);
            try (var body = response.body()) {
                var first = readLine(body);
                assertThat(first).contains("ADDED");
                server.close();
                // A stream that is cut off makes the client throw here.
                assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8))
                        .isEmpty();
            }
        }
    }

    private static String readLine(java.io.InputStream body) throws Exception {
        var line = new StringBuilder();
        for (var next = body.read(); next != '\n'; next = body.read()) {
            if (next < 0) throw new AssertionError("ended within a line: " + line);
            line.append((char) next);
        }
        return line.toString();
    }

    @Test
    @DisplayName(
            "a write that is under way is answered, as the last on its connection; new connections are refused meanwhile")
    void runningRequestsAreAnswered() throws Exception {
        var held = new HeldStore("create");
        var server = TestServer.on(held.store());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            held.hold();
            var port = server.server().port();
            var answer = threads.submit(() -> server.post(MAPS, "{\"metadata\":{\"name\":\"one\"}}"));
            held.awaitHeld();
            var end = threads.submit(() -> {
                server.server().close();
                return true;
            });
            Waiting.until(() -> isRefused(port));
            assertThat(end.isDone()).isFalse();
            held.release();

            assertThat(answer.get().status()).isEqualTo(201);
            assertThat(answer.get().header("connection")).isEqualTo("close");
            assertThat(end.get()).isTrue();
        }
    }

    private static boolean isRefused(int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(LOOPBACK, port));
            return false;
        } catch (ConnectException _) {
            return true;
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("a store that does not answer: /readyz and /healthz say so, /livez does not depend on it")
    void storeDoesNotAnswer() {
        var held = new HeldStore("revision");
        try (var server = TestServer.on(held.store())) {
            held.hold();
            for (var page : java.util.List.of("/readyz", "/healthz")) {
                var answer = server.get(page);
                assertThat(answer.status()).as(page).isEqualTo(500);
                assertThat(answer.text())
                        .contains("[-]store failed: the store did not answer within 800 ms", "check failed");
            }
            assertThat(server.get("/livez").text()).isEqualTo("ok");
            held.release();
            // The question that hung is answered now, and the next probe asks again.
            Waiting.until(() -> server.get("/readyz").text().equals("ok"));
        }
    }

    @Test
    @DisplayName("a server that has ended does not listen")
    void endedServersDoNotListen() {
        var server = new TestServer();
        var port = server.server().port();
        server.close();
        assertThatThrownBy(() -> new Socket(LOOPBACK, port).close()).isInstanceOf(ConnectException.class);
    }
}
