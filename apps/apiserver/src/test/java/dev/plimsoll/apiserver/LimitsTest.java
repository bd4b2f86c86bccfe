package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.limits.RequestLimits;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What clients may not do to the server. */
class LimitsTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final Duration SHORT = Duration.ofSeconds(2);

    private static TestServer server(RequestLimits limits) {
        return new TestServer(true, new ApiServerSettings.Extras(limits, List.of(), Duration.ofHours(1)));
    }

    private static String map(String name) {
        return "{\"metadata\":{\"name\":\"" + name + "\"}}";
    }

    private static void allowMaps(TestServer server) {
        var group = "/apis/rbac.authorization.k8s.io/v1/";
        server.post(
                group + "clusterroles",
                "{\"metadata\":{\"name\":\"maps\"},\"rules\":[{\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],\"verbs\":[\"*\"]}]}");
        server.post(
                group + "clusterrolebindings",
                "{\"metadata\":{\"name\":\"maps\"},\"roleRef\":{\"kind\":\"ClusterRole\",\"name\":\"maps\"},"
                        + "\"subjects\":[{\"kind\":\"User\",\"name\":\"jane\"},"
                        + "{\"kind\":\"User\",\"name\":\"system:serviceaccount:default:reader\"}]}");
    }

    @Test
    void aBodyBeyondTheBoundIsRefused() {
        try (var server = server(new RequestLimits(0, 0, 1000, SHORT, 0))) {
            var refused = server.post(MAPS, "x".repeat(1001));
            assertThat(refused.status()).isEqualTo(413);
            assertThat(refused.message()).isEqualTo("Request entity too large: limit is 1000");
            assertThat(refused.json().path("reason").asText()).isEqualTo("RequestEntityTooLarge");
            assertThat(server.post(MAPS, map("m")).status()).isEqualTo(201);
        }
    }

    @Test
    void writesBeyondTheBoundAreTurnedAwayAndMastersAreNot() throws Exception {
        try (var server = server(new RequestLimits(10, 1, 3 << 20, Duration.ofSeconds(60), 0));
                var webhook = new TestWebhook();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            allowMaps(server);
            var asked = new CountDownLatch(1);
            var answer = new CountDownLatch(1);
            webhook.on("/wait", (request, response) -> {
                if (request.path("name").asText().equals("held")) {
                    asked.countDown();
                    awaitQuietly(answer);
                }
                response.put("allowed", true);
            });
            var hook =
                    "{\"metadata\":{\"name\":\"w\"},\"webhooks\":[{\"name\":\"w.example.com\",\"sideEffects\":\"None\","
                            + "\"timeoutSeconds\":30,\"admissionReviewVersions\":[\"v1\"],\"clientConfig\":{\"url\":\""
                            + webhook.url("/wait") + "\",\"caBundle\":\"" + webhook.caBundle()
                            + "\"},\"rules\":[{\"operations\":[\"*\"],\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"resources\":[\"configmaps\"]}]}]}";
            assertThat(server.post("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", hook)
                            .status())
                    .isEqualTo(201);
            var held = threads.submit(
                    () -> server.asUser("POST", MAPS, map("held")).status());
            try {
                asked.await();
                assertThat(server.metric("apiserver_current_inflight_requests", "mutating"))
                        .isEqualTo(1);
                var refused = server.asUser("POST", MAPS, map("other"));
                assertThat(refused.status()).isEqualTo(429);
                assertThat(refused.message()).isEqualTo("Too many requests, please try again later.");
                assertThat(refused.header("retry-after")).isEqualTo("1");
                assertThat(refused.json().at("/details/retryAfterSeconds").asInt())
                        .isEqualTo(1);
                var account = Map.of(
                        "Impersonate-User",
                        "system:serviceaccount:default:reader",
                        "Impersonate-Group",
                        "system:serviceaccounts");
                assertThat(server.call("GET", MAPS, "", account).status())
                        .as("reads have their own bound, and accounts a level of their own")
                        .isEqualTo(200);
                assertThat(server.post(MAPS, map("master")).status()).isEqualTo(201);
            } finally {
                answer.countDown();
            }
            assertThat(held.get()).isEqualTo(201);
            assertThat(server.asUser("POST", MAPS, map("other")).status()).isEqualTo(201);
        }
    }

    @Test
    void aClientSaysHowLongItIsReadyToWait() {
        try (var server = new TestServer();
                var webhook = new TestWebhook()) {
            var hook =
                    "{\"metadata\":{\"name\":\"w\"},\"webhooks\":[{\"name\":\"w.example.com\",\"sideEffects\":\"None\",\"failurePolicy\":\"Ignore\","
                            + "\"timeoutSeconds\":10,\"admissionReviewVersions\":[\"v1\"],\"clientConfig\":{\"url\":\""
                            + webhook.url("/slow") + "\",\"caBundle\":\"" + webhook.caBundle()
                            + "\"},\"rules\":[{\"operations\":[\"*\"],\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"resources\":[\"configmaps\"]}]}]}";
            assertThat(server.post("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", hook)
                            .status())
                    .isEqualTo(201);
            var late = server.post(MAPS + "?timeout=1.5s", map("m"));
            assertThat(late.status()).isEqualTo(504);
            assertThat(late.message()).isEqualTo("Timeout: request did not complete within the allotted timeout");
            for (var row : List.of(
                    List.of("5", "missing unit in duration \"5\""),
                    List.of("5parsecs", "unknown unit \"parsecs\" in duration \"5parsecs\""),
                    List.of("soon", "invalid duration \"soon\""))) {
                var refused = server.get(MAPS + "?timeout=" + row.getFirst());
                assertThat(refused.status()).isEqualTo(400);
                assertThat(refused.message())
                        .isEqualTo("invalid timeout specified in the request URL - time: " + row.getLast());
            }
            for (var fine : List.of("32s", "1h2m3.5s", "0", "0s", ""))
                assertThat(server.get(MAPS + "?timeout=" + fine).status())
                        .as(fine)
                        .isEqualTo(200);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aUserMayAskOnlySoOften() {
        try (var server = server(new RequestLimits(0, 0, 3 << 20, SHORT, 2))) {
            allowMaps(server);
            var codes = new java.util.TreeSet<Integer>();
            for (var i = 0; i < 50; i++)
                codes.add(server.asUser("GET", MAPS, "").status());
            assertThat(codes).containsExactly(200, 429);
            for (var i = 0; i < 20; i++) assertThat(server.get(MAPS).status()).isEqualTo(200);
        }
    }

    private static Socket connected(TestServer server) throws IOException {
        assertThat(server.get("/healthz").status()).as("awake").isEqualTo(200);
        var uri = URI.create(server.server().url());
        return new Socket(uri.getHost(), uri.getPort());
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    private static String head(String method, String path) {
        return method + " " + path + " HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer " + TestServer.TOKEN + "\r\n";
    }

    @Test
    void aRequestThatIsNeverFinishedIsGivenUp() throws IOException {
        try (var server = server(new RequestLimits(0, 0, 3 << 20, SHORT, 0));
                var half = connected(server);
                var silent = connected(server)) {
            send(half, head("POST", MAPS) + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"meta");
            send(silent, "GET /healthz HT");
            half.getInputStream().readAllBytes();
            silent.getInputStream().readAllBytes();
            assertThat(server.get("/healthz").text()).isEqualTo("ok");
            assertThat(server.metric("apiserver_current_inflight_requests")).isZero();
        }
    }

    @Test
    void aWatcherThatDoesNotReadIsEnded() throws IOException {
        try (var server = server(new RequestLimits(0, 0, 3 << 20, SHORT, 0));
                var socket = connected(server)) {
            socket.setReceiveBufferSize(4096);
            send(socket, head("GET", MAPS + "?watch=true") + "\r\n");
            TestServer.eventually("it is served", () -> server.metric("apiserver_longrunning_requests") == 1);
            var data = "x".repeat(500_000);
            for (var i = 0; i < 40; i++) {
                server.post(MAPS, "{\"metadata\":{\"name\":\"m" + i + "\"},\"data\":{\"a\":\"" + data + "\"}}");
            }
            TestServer.eventually("it is gone", () -> server.metric("apiserver_longrunning_requests") == 0);
        }
    }

    @Test
    void aWatcherThatHoldsBackItsStreamIsEnded() throws Exception {
        var limits = new RequestLimits(0, 0, 3 << 20, SHORT, 0);
        try (var server = new TestServer(false, new ApiServerSettings.Extras(limits, List.of(), Duration.ofHours(1)));
                var _ = server.opened(MAPS + "?watch=true")) {
            TestServer.eventually("it is served", () -> server.metric("apiserver_longrunning_requests") == 1);
            var data = "x".repeat(1_000_000);
            TestServer.eventually("it is gone", () -> {
                server.post(MAPS, "{\"metadata\":{\"generateName\":\"m\"},\"data\":{\"a\":\"" + data + "\"}}");
                return server.metric("apiserver_longrunning_requests") == 0;
            });
        }
    }

    @Test
    void aWatchWithoutEventsOutlivesTheIdleTime() throws Exception {
        for (var plain : new boolean[] {true, false}) {
            try (var server = new TestServer(
                    plain,
                    new ApiServerSettings.Extras(
                            new RequestLimits(0, 0, 3 << 20, SHORT, 0), List.of(), Duration.ofHours(1)))) {
                // A multiple of the idle time: the end comes in the very moment in which a timer would strike.
                var answer = server.get(MAPS + "?watch=true&timeoutSeconds=4&allowWatchBookmarks=true");
                assertThat(answer.text().lines()).singleElement().asString().startsWith("{\"type\":\"BOOKMARK\"");
            }
        }
    }

    @Test
    void longLinesAndHeadersAreAnsweredWithAStatus() {
        try (var server = new TestServer()) {
            var line = server.get("/api/v1/pods?labelSelector=" + "a".repeat(100_000));
            assertThat(line.status()).isEqualTo(414);
            assertThat(line.json().path("kind").asText()).isEqualTo("Status");
            var header = server.call("GET", "/api", "", Map.of("X-Long", "a".repeat(100_000)));
            assertThat(header.status()).isEqualTo(431);
            assertThat(header.json().path("code").asInt()).isEqualTo(431);
        }
    }
}
