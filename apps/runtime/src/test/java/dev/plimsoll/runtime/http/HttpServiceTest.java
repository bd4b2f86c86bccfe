package dev.plimsoll.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

// Acceptance of nodes: node-addresses
@Timeout(300)
class HttpServiceTest {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(50);

    private static HttpService service(ServiceLimits limits, HttpPage page) throws IOException {
        return HttpService.start("test-http", ANY, null, limits, page);
    }

    private static HttpResponse<String> get(HttpService service, String path) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    @DisplayName("probes see what is wrong, and a page that fails ends its request")
    void pages() throws IOException, InterruptedException {
        var pages = new HttpPages()
                .health(HealthCheck.GOOD)
                .readiness(() -> Optional.of("not yet"))
                .page("/broken", _ -> {
                    throw new IOException("of its own");
                });
        try (var service = service(ServiceLimits.DEFAULT, pages)) {
            assertThat(get(service, "/healthz").body()).isEqualTo("ok");
            assertThat(get(service, "/livez").statusCode()).isEqualTo(200);
            var ready = get(service, "/readyz");
            assertThat(ready.statusCode()).isEqualTo(500);
            assertThat(ready.body()).isEqualTo("not yet\n");
            assertThat(get(service, "/other").body()).isEqualTo("404 page not found\n");
            var broken = get(service, "/broken");
            assertThat(broken.statusCode()).isEqualTo(500);
            assertThat(broken.body()).isEqualTo("500\n");
        }
    }

    private static int afterSending(HttpService service, String text) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().read();
        } catch (java.net.SocketException _) {
            return -1; // closed before all was read
        }
    }

    @Test
    @DisplayName("who does not finish the head of a request is left")
    void halfAHead() throws IOException {
        try (var service = service(new ServiceLimits(10, SHORT, LONG, LONG), _ -> PageReply.empty(200))) {
            assertThat(afterSending(service, "GET / HTTP/1.1\r\nHost")).isEqualTo(-1);
        }
    }

    @Test
    @DisplayName("who does not finish the body of a request is left")
    void halfABody() throws IOException {
        HttpPage reads =
                request -> PageReply.of(200, "text/plain", request.body().readAllBytes());
        try (var service = service(new ServiceLimits(10, LONG, SHORT, LONG), reads)) {
            assertThat(afterSending(service, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab"))
                    .isEqualTo(-1);
        }
    }

    @Test
    @DisplayName("a page that does not want the body is heard all the same")
    void unreadBody() throws IOException {
        try (var service =
                        service(ServiceLimits.DEFAULT, _ -> PageReply.empty(413).with("Retry-After", "1"));
                var socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
            socket.getOutputStream()
                    .write("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\nabcde"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 413 ")
                    .contains("Retry-After: 1\r\n");
        }
    }

    private static final InetAddress FIRST = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress SECOND = InetAddress.ofLiteral("127.0.0.2");

    /** What each address answers, or what came instead. */
    private static String from(InetAddress address, int port) throws IOException {
        try (var socket = new Socket(address, port)) {
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.substring(answer.indexOf("\r\n\r\n") + 4);
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere only 127.0.0.1 is on the loopback")
    @DisplayName("one service answers at several addresses, and gives all of them up at its end")
    void addresses() throws IOException {
        var service = HttpService.bound("test-http", List.of(FIRST, SECOND), null);
        var port = service.port();
        service.serve(service.pages(_ -> PageReply.of(200, "text/plain", "here".getBytes(StandardCharsets.US_ASCII))));
        for (var i = 0; i < 3; i++)
            for (var address : List.of(FIRST, SECOND))
                assertThat(from(address, port)).isEqualTo("here");
        service.close();
        for (var address : List.of(FIRST, SECOND))
            assertThatThrownBy(() -> from(address, port)).isInstanceOf(ConnectException.class);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere only 127.0.0.1 is on the loopback")
    @DisplayName("while there are as many connections as may be, the next one waits, at every address")
    void limitAtSeveralAddresses() throws IOException {
        var limits = new ServiceLimits(1, LONG, LONG, LONG);
        try (var service = HttpService.bound("test-http", List.of(FIRST, SECOND), null, limits)) {
            service.serve(
                    service.pages(_ -> PageReply.of(200, "text/plain", "here".getBytes(StandardCharsets.US_ASCII))));
            var request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            try (var waiting = new Socket()) {
                try (var held = new Socket(SECOND, service.port())) {
                    held.getOutputStream().write(request);
                    assertThat(held.getInputStream().read()).isEqualTo('H');
                    waiting.connect(new InetSocketAddress(SECOND, service.port()));
                    waiting.getOutputStream().write(request);
                    waiting.setSoTimeout(500);
                    assertThatThrownBy(() -> waiting.getInputStream().read())
                            .isInstanceOf(SocketTimeoutException.class);
                }
                waiting.setSoTimeout(0);
                assertThat(waiting.getInputStream().read()).isEqualTo('H');
            }
        }
    }
}
