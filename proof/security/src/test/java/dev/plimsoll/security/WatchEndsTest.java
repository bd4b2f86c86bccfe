package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A watch ends when its client goes, though nothing happens that it could be told of. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class WatchEndsTest {
    private static final String WATCH = HostileKind.MAPS + "?watch=true";
    private static final String UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    /** A frame that closes, masked with zeros. */
    private static final byte[] SOCKET_CLOSE = {(byte) 0x88, (byte) 0x82, 0, 0, 0, 0, 3, (byte) 0xe8};

    private final SecureServer server = new SecureServer();

    @BeforeAll
    void connect() {
        assertThat(server.admin().get("/healthz").status()).isEqualTo(200);
    }

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    interface Leaving {
        void leave(RawTls client) throws IOException;
    }

    @SuppressWarnings("ArrayRecordComponent")
    record Row(String sentence, String protocol, byte[] opening, Leaving leaving) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row http1(String sentence, String headers, Leaving leaving) {
        var head = "GET " + WATCH + " HTTP/1.1\r\nHost: h\r\n" + headers + "\r\n";
        return new Row(sentence, "", head.getBytes(java.nio.charset.StandardCharsets.US_ASCII), leaving);
    }

    private static Row http2(String sentence, Leaving leaving) {
        return new Row(sentence, "h2", Http2Frames.opening().get(1, WATCH).bytes(), leaving);
    }

    static Stream<Row> rows() {
        return Stream.of(
                http1("HTTP/1.1: the connection is closed", "", RawTls::close),
                http1("HTTP/1.1: the connection is reset", "", RawTls::reset),
                http1("HTTP/1.1: the client will send nothing more", "", RawTls::endOutput),
                http1("HTTP/1.1: the client talks and closes", "", client -> {
                    client.send("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
                    client.close();
                }),
                http2(
                        "HTTP/2: the stream is cancelled",
                        client -> client.send(new Http2Frames().cancel(1).bytes())),
                http2("HTTP/2: the connection is closed", RawTls::close),
                http2("HTTP/2: the connection is reset", RawTls::reset),
                http1("WebSocket: the socket is closed", UPGRADE, client -> client.send(SOCKET_CLOSE)),
                http1("WebSocket: the connection is closed", UPGRADE, RawTls::close),
                http1("WebSocket: the connection is reset", UPGRADE, RawTls::reset));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void endsWithItsClient(Row row) throws IOException {
        var admin = server.admin();
        var before = Held.by(admin);
        try (var client = RawTls.open(server, admin.http().sslContext(), row.protocol(), row.opening())) {
            Held.until("it is followed", () -> Held.by(admin).watchers() > before.watchers());
            row.leaving().leave(client);
            Held.until("nothing of it is left", () -> {
                var now = Held.by(admin);
                return now.watchers() == before.watchers() && now.requests() == before.requests();
            });
        }
        Held.until("nor of its connection", () -> Held.by(admin).equals(before));
    }
}
