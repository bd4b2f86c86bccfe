package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Logs pass through the server; it holds none of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class PodLogStreamTest {
    private static final long SIZE = 300L << 20;
    /** The buffers of two connections, which the system makes as large as it likes, and two pieces. */
    private static final long IN_FLIGHT = 48L << 20;

    private final SecureServer server = new SecureServer();

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    private static String named(String what, HttpClient.Version version) {
        return what + "-" + version.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private InputStream open(String name, String query, HttpClient.Version version) throws Exception {
        var request = HttpRequest.newBuilder(
                        URI.create(server.server().url() + "/api/v1/namespaces/default/pods/" + name + "/log" + query))
                .version(version)
                .build();
        return server.admin()
                .http()
                .send(request, HttpResponse.BodyHandlers.ofInputStream())
                .body();
    }

    @Test
    void aLogIsTakenFromTheNodeNoFasterThanByTheClient() throws Exception {
        try (var node = new FakeNode(SIZE)) {
            node.join(server, "large");
            var total = 0L;
            try (var log = open("large", "", HttpClient.Version.HTTP_2)) {
                var buffer = new byte[1 << 20];
                for (var read = log.readNBytes(buffer, 0, buffer.length);
                        read > 0;
                        read = log.readNBytes(buffer, 0, buffer.length)) {
                    total += read;
                    node.taken(read);
                    // The client is slower than the node: it does something else after each piece.
                    if (total % (32 << 20) == 0)
                        assertThat(server.anonymous().get("/healthz").status()).isEqualTo(200);
                }
            }
            assertThat(total).isEqualTo(SIZE);
            assertThat(node.furthestAhead()).isLessThan(IN_FLIGHT);
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(
            value = HttpClient.Version.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void aClientThatGoesEndsTheStreamOfTheNode(HttpClient.Version version) throws Exception {
        try (var node = new FakeNode(SIZE)) {
            var name = named("cut", version);
            node.join(server, name);
            var before = Held.by(server.admin());
            try (var log = open(name, "", version)) {
                assertThat(log.read()).isEqualTo('x');
            }
            assertThat(node.cutOff().await(60, TimeUnit.SECONDS)).isTrue();
            Held.until("its thread is gone", () -> Held.by(server.admin()).requests() == before.requests());
            assertThat(node.furthestAhead()).isLessThan(IN_FLIGHT);
        }
    }

    @Test
    void theServerKeepsTheClientsBoundThoughTheNodeDoesNot() throws Exception {
        try (var node = new FakeNode(SIZE)) {
            node.join(server, "bounded");
            try (var log = open("bounded", "?limitBytes=100000", HttpClient.Version.HTTP_2)) {
                assertThat(log.readAllBytes()).hasSize(100_000);
            }
            assertThat(node.cutOff().await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aReaderThatStopsHoldsOnlyWhatTheConnectionsHold() throws IOException, java.security.GeneralSecurityException {
        try (var node = new FakeNode(SIZE)) {
            node.join(server, "stopped");
            try (var reader = RawTls.small(
                    server,
                    server.admin().http().sslContext(),
                    "GET /api/v1/namespaces/default/pods/stopped/log HTTP/1.1\r\nHost: h\r\n\r\n")) {
                reader.readUntil("xxx");
                for (var i = 0; i < 200; i++)
                    assertThat(server.anonymous().get("/healthz").status()).isEqualTo(200);
                assertThat(node.furthestAhead()).isPositive().isLessThan(IN_FLIGHT);
            }
            assertThat(node.cutOff().await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
