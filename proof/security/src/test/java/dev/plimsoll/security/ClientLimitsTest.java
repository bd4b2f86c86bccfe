package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.store.memory.MemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the bounds of clients are, and what is said beyond them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class ClientLimitsTest {
    private static final int UNAUTHENTICATED = 10;
    private static final String MAPS = HostileKind.MAPS;

    private final SecureServer server = new SecureServer(
            new MemoryStore(),
            new ApiServerSettings.Extras(limits(), List.of(), Duration.ofHours(1)),
            InstantSource.system());

    private static RequestLimits limits() {
        var clients =
                new RequestLimits.Clients(100, UNAUTHENTICATED, 100, 2, 50, Duration.ofSeconds(60), 400_000, 32 << 20);
        return new RequestLimits(400, 200, 3 << 20, Duration.ofSeconds(60), 0, Duration.ofSeconds(2), clients);
    }

    @BeforeAll
    void allow() {
        Grants.maps(server, "mallory", "bob", "carol");
    }

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    private RawTls as(String user, String head) throws IOException {
        return RawTls.http1(server, server.user(user).http().sslContext(), head + "Host: h\r\n\r\n");
    }

    @Test
    void connectionsWithoutARequestMakeRoomForOthers() throws IOException {
        var silent = new ArrayList<Socket>();
        for (var i = 0; i < 5 * UNAUTHENTICATED; i++) {
            silent.add(
                    new Socket(InetAddress.getLoopbackAddress(), server.server().port()));
        }
        assertThat(silent.getFirst().getInputStream().read())
                .as("the oldest goes")
                .isEqualTo(-1);
        assertThat(server.user("carol").get(MAPS).status()).isEqualTo(200);
        Held.until("those that went are gone", () -> Held.by(server.admin()).unauthenticated() <= UNAUTHENTICATED);
        for (var socket : silent) socket.close();
    }

    @Test
    void aUserHasOnlySoManyWatches() throws IOException {
        var watch = "GET " + MAPS + "?watch=true HTTP/1.1\r\n";
        var first = as("mallory", watch);
        first.readUntil("\r\n\r\n");
        var second = as("mallory", watch);
        second.readUntil("\r\n\r\n");
        var refused = server.user("mallory").get(MAPS + "?watch=true");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.message()).isEqualTo("Too many requests, please try again later.");
        assertThat(refused.header("retry-after")).containsExactly("1");
        var others = as("bob", watch);
        assertThat(others.readUntil("\r\n")).contains("200");
        first.close();
        Held.until(
                "the closed one counts no more",
                () -> server.user("mallory")
                                .get(MAPS + "?watch=true&timeoutSeconds=1")
                                .status()
                        == 200);
        second.close();
        others.close();
    }

    @Test
    void bodiesThatArriveSlowlyHaveABudget() throws IOException {
        var head = "POST " + MAPS + " HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n";
        try (var first = as("mallory", head);
                var second = as("mallory", head);
                var others = as("bob", head)) {
            var answers = List.of(first.readAll(), second.readAll(), others.readAll());
            assertThat(answers)
                    .filteredOn(each -> each.startsWith("HTTP/1.1 429"))
                    .hasSize(1);
            assertThat(answers)
                    .filteredOn(each -> each.startsWith("HTTP/1.1 504"))
                    .hasSize(2);
        }
        assertThat(server.user("mallory")
                        .post(MAPS, "{\"metadata\":{\"name\":\"m\"},\"data\":{\"a\":\"" + "x".repeat(200_000) + "\"}}")
                        .status())
                .as("it is given back")
                .isEqualTo(201);
    }

    @Test
    void aRequestThatIsNotAnsweredInTimeIsATimeout() throws IOException {
        var head = "POST " + MAPS + " HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 50\r\n";
        try (var slow = as("carol", head)) {
            slow.send("{");
            assertThat(slow.readAll())
                    .startsWith("HTTP/1.1 504")
                    .contains("\"reason\":\"Timeout\"")
                    .contains("Timeout: request did not complete within the allotted timeout");
        }
    }

    /** No byte of a body is ever sent here: a server that waits for one answers 504, or nothing. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            not authenticated  | POST /api/v1/namespaces/default/configmaps   | Authorization: Bearer no | 401
            not authorized     | POST /api/v1/namespaces/default/secrets      | X: y                     | 403
            no such resource   | POST /api/v1/namespaces/default/bogus        | X: admin                 | 404
            no such group      | PUT /apis/bogus/v1/namespaces/default/a/b    | X: admin                 | 404
            no such method     | PUT /api/v1/namespaces/default/configmaps    | X: admin                 | 405
            an unknown method  | BREW /api/v1/namespaces/default/configmaps/a | X: admin                 | 405
            too large          | POST /api/v1/namespaces/default/configmaps   | Content-Length: 3145729  | 413
            a page, not a body | POST /healthz                                | X: admin                 | 405
            a read with a body | GET /api/v1/namespaces/default/configmaps/no | X: y                     | 404
            """)
    void whatIsRefusedIsRefusedBeforeItsBody(String why, String line, String header, int status) throws IOException {
        var user = header.equals("X: admin") ? server.admin() : server.user("bob");
        var identity = header.startsWith("Auth") ? server.tls() : user.http().sslContext();
        var length = header.startsWith("Content-Length") ? "" : "Content-Length: 1000\r\n";
        var head = line + " HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n" + length + header + "\r\n\r\n";
        try (var client = RawTls.http1(server, identity, head)) {
            var answer = client.readAll();
            assertThat(answer).as(why).startsWith("HTTP/1.1 " + status).containsIgnoringCase("Connection: close");
        }
    }

    @Test
    void overHttp2RefusalsDoNotWaitEither() throws IOException {
        var frames = Http2Frames.opening().post(1, MAPS).get(3, "/healthz");
        try (var client = RawTls.open(server, server.tls(), "h2", frames.bytes())) {
            var refused = false;
            var answered = false;
            while (!refused || !answered) {
                var head = client.read(9);
                assertThat(head).as("the connection lives").hasSize(9);
                var length = (head[0] & 255) << 16 | (head[1] & 255) << 8 | (head[2] & 255);
                client.read(length);
                if (head[3] != 1) continue;
                refused |= head[8] == 1;
                answered |= head[8] == 3;
            }
        }
    }
}
