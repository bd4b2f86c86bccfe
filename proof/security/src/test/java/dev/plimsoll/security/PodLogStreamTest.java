package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Logs pass through the server; it holds none of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class PodLogStreamTest {
    private static final long SIZE = 128L << 20;
    /** The buffers of two connections, which the system makes as large as it likes, and two pieces. */
    private static final long IN_FLIGHT = 48L << 20;

    private final SecureServer server = new SecureServer();
    private final FakeNode node;

    PodLogStreamTest() throws IOException, GeneralSecurityException {
        node = new FakeNode(SIZE);
    }

    @BeforeAll
    void connect() {
        assertThat(server.admin().get("/healthz").status()).isEqualTo(200);
    }

    @AfterAll
    void close() {
        server.close();
        node.close();
        assertThat(server.defects()).isEmpty();
    }

    private InputStream open(String pod, String query, HttpClient.Version version)
            throws IOException, InterruptedException {
        var uri = URI.create(server.server().url() + "/api/v1/namespaces/default/pods/" + pod + "/log" + query);
        var request = HttpRequest.newBuilder(uri).version(version).build();
        return server.admin()
                .http()
                .send(request, HttpResponse.BodyHandlers.ofInputStream())
                .body();
    }

    @Test
    void aLogIsTakenFromTheNodeNoFasterThanByTheClient() throws Exception {
        var sent = node.join(server, "large");
        var total = 0L;
        try (var log = open("large", "", HttpClient.Version.HTTP_2)) {
            var buffer = new byte[1 << 20];
            for (var read = log.readNBytes(buffer, 0, buffer.length);
                    read > 0;
                    read = log.readNBytes(buffer, 0, buffer.length)) {
                total += read;
                sent.taken(read);
                // The client is slower than the node: now and then it does something else.
                if (total % (32 << 20) == 0)
                    assertThat(server.anonymous().get("/healthz").status()).isEqualTo(200);
            }
        }
        assertThat(total).isEqualTo(SIZE);
        assertThat(sent.furthestAhead()).isLessThan(IN_FLIGHT);
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(
            value = HttpClient.Version.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void aClientThatGoesEndsTheStreamOfTheNode(HttpClient.Version version) throws Exception {
        var pod = "cut-" + version.name().toLowerCase(Locale.ROOT).replace('_', '-');
        var sent = node.join(server, pod);
        awaitNoRequests();
        try (var log = open(pod, "", version)) {
            assertThat(log.read()).isEqualTo('x');
        }
        assertThat(sent.cutOff().await(60, TimeUnit.SECONDS)).isTrue();
        awaitNoRequests();
        assertThat(sent.furthestAhead()).isLessThan(IN_FLIGHT);
    }

    /** Nobody else asks this server for anything: each thread that is left belongs to a stream of these tests. */
    private void awaitNoRequests() {
        Held.until("no request has a thread", () -> Held.by(server.admin()).requests() == 0);
    }

    @Test
    void theServerKeepsTheClientsBoundThoughTheNodeDoesNot() throws Exception {
        var sent = node.join(server, "bounded");
        try (var log = open("bounded", "?limitBytes=100000", HttpClient.Version.HTTP_2)) {
            assertThat(log.readAllBytes()).hasSize(100_000);
        }
        assertThat(sent.cutOff().await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aReaderThatStopsHoldsOnlyWhatTheConnectionsHold() throws Exception {
        var sent = node.join(server, "stopped");
        var request = "GET /api/v1/namespaces/default/pods/stopped/log HTTP/1.1\r\nHost: h\r\n\r\n";
        try (var reader = RawTls.small(server, server.admin().http().sslContext(), request)) {
            reader.readUntil("xxx");
            for (var i = 0; i < 200; i++)
                assertThat(server.anonymous().get("/healthz").status()).isEqualTo(200);
            assertThat(sent.furthestAhead()).isPositive().isLessThan(IN_FLIGHT);
        }
        assertThat(sent.cutOff().await(60, TimeUnit.SECONDS)).isTrue();
    }
}
