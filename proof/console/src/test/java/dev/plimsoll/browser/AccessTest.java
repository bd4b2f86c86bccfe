package dev.plimsoll.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.cli.webconsole.PageCommands;
import dev.plimsoll.console.ConsoleServer;
import dev.plimsoll.console.ConsoleSettings;
import dev.plimsoll.console.access.ApiUsers;
import dev.plimsoll.console.access.SessionKey;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is kept out of the console, without a browser. */
// Acceptance of the console: own-files, one-time-code, foreign, remote
@PlimsollCluster
class AccessTest {
    private static final Reporter SILENT = new Reporter() {
        @Override
        public void tell(String problem) {}

        @Override
        public void defect(String where, RuntimeException exception) {}
    };

    private ConsoleServer console;

    @BeforeEach
    void serve(TestCluster cluster) throws IOException {
        console = ConsoleServer.start(
                settings("127.0.0.1"),
                ApiUsers.only(cluster.client()),
                new PageCommands(InstantSource.system()),
                SILENT,
                InstantSource.system());
    }

    private static ConsoleSettings settings(String address) throws IOException {
        return new ConsoleSettings(
                new InetSocketAddress(InetAddress.getByName(address), 0),
                null,
                Set.of(),
                "",
                SessionKey.random(),
                null,
                "");
    }

    @AfterEach
    void stop() {
        console.close();
    }

    /** The whole answer to a request. */
    private String ask(String method, String path, String headers, String body) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), console.port())) {
            var request = method + " " + path + " HTTP/1.1\r\n" + headers + "Connection: close\r\nContent-Length: "
                    + body.length() + "\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** How the answer to a request for a live connection begins. */
    private String upgraded(String headers) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), console.port())) {
            var request = "GET /live HTTP/1.1\r\n" + headers
                    + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readNBytes("HTTP/1.1 000".length()), StandardCharsets.UTF_8);
        }
    }

    private String host() {
        return "Host: 127.0.0.1:" + console.port() + "\r\n";
    }

    @Test
    @DisplayName("the page is served with a policy that allows nothing of other hosts and nothing inline")
    void policy() throws IOException {
        assertThat(ask("GET", "/", host(), ""))
                .startsWith("HTTP/1.1 200")
                .contains("Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'")
                .doesNotContain("unsafe")
                .doesNotContain("Set-Cookie")
                .doesNotContain("https://");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host: evil.example\r\n", "Host: 127.0.0.1.evil.example:1\r\n", "Host: [::2]\r\n"})
    @DisplayName("a name that leads here by trickery is refused")
    void foreignHost(String header) throws IOException {
        assertThat(ask("GET", "/", header, "")).startsWith("HTTP/1.1 403").contains("Open the address that it printed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://evil.example", "null", "http://127.0.0.1:1"})
    @DisplayName("pages of other sites can neither ask nor listen")
    void foreignOrigin(String origin) throws IOException {
        var headers = host() + "Origin: " + origin + "\r\n";
        assertThat(ask("POST", "/api/session", headers, "{\"code\":\"x\"}")).startsWith("HTTP/1.1 403");
        assertThat(upgraded(headers)).startsWith("HTTP/1.1 403");
        assertThat(upgraded(host() + "Origin: http://127.0.0.1:" + console.port() + "\r\n"))
                .startsWith("HTTP/1.1 101");
    }

    @Test
    @DisplayName("a code is taken once; without a session nothing is told")
    void codes() throws IOException {
        var address = console.address();
        var code = address.substring(address.indexOf("code=") + "code=".length());
        assertThat(ask("POST", "/api/session", host(), "{\"code\":\"" + code + "x\"}"))
                .startsWith("HTTP/1.1 403");
        assertThat(ask("POST", "/api/session", host(), "{\"code\":\"" + code + "\"}"))
                .startsWith("HTTP/1.1 200")
                .contains("kubernetes-admin");
        assertThat(ask("POST", "/api/session", host(), "{\"code\":\"" + code + "\"}"))
                .startsWith("HTTP/1.1 403")
                .contains("opened before");
        assertThat(ask("GET", "/api/explain/default/web", host(), "")).startsWith("HTTP/1.1 401");
        assertThat(ask("GET", "/api/explain/default/web", host() + "Authorization: Bearer x\r\n", ""))
                .startsWith("HTTP/1.1 401");
        assertThat(ask("POST", "/api/session", host(), "{\"token\":\"x\"}"))
                .startsWith("HTTP/1.1 403")
                .contains("takes no tokens");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/../pom.xml", "/%2e%2e/secret.js", "/lit/../../x.js", "/package-info.class", "/dev/x"})
    @DisplayName("nothing but files of the page is served")
    void files(String path) throws IOException {
        assertThat(ask("GET", path, host(), "")).containsPattern("^HTTP/1.1 40[04]");
    }

    @Test
    @DisplayName("a body that is too long is refused")
    void longBody() throws IOException {
        assertThat(ask("POST", "/api/session", host(), "{\"code\":\"" + "x".repeat(40_000) + "\"}"))
                .startsWith("HTTP/1.1 400");
    }

    @Test
    @DisplayName("without TLS it is served to this machine alone")
    void remoteNeedsTls() {
        assertThatThrownBy(() -> settings("0.0.0.0")).hasMessageContaining("it needs TLS");
    }
}
