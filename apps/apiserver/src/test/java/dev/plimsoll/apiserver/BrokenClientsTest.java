package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that go in the middle, never finish, or speak no HTTP at all: the server stays well and keeps nothing of them. */
class BrokenClientsTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String WATCHING = "dev.plimsoll.apiserver.verbs.WatchHandler";

    @TempDir
    private Path folder;

    private final TestServer plain = new TestServer();
    private final TestServer secure = TestServer.secure();

    @AfterEach
    void bothAreWell() {
        assertThat(plain.get("/readyz").text()).isEqualTo("ok");
        var defects = new ArrayList<>(plain.defects());
        defects.addAll(secure.defects());
        plain.close();
        secure.close();
        assertThat(defects).isEmpty();
    }

    private static Socket socket(TestServer server) throws IOException {
        var socket =
                new Socket(InetAddress.getLoopbackAddress(), server.server().port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private static String head(String method, String path) {
        return method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + TestServer.TOKEN
                + "\r\n";
    }

    @Test
    void halfRequestsCreateNothing() throws Exception {
        var handles = handles();
        for (var i = 0; i < 50; i++) {
            try (var socket = socket(plain)) {
                var body = "{\"metadata\":{\"name\":\"half\"},\"data\":{}}";
                var whole = head("POST", "/api/v1/namespaces/default/configmaps") + "Content-Type: application/json\r\n"
                        + "Content-Length: " + (body.length() + 10) + "\r\n\r\n" + body;
                write(socket, whole.substring(0, 1 + i * (whole.length() - 1) / 49));
            }
        }
        assertThat(plain.get("/api/v1/namespaces/default/configmaps/half").status())
                .isEqualTo(404);
        eventually(() -> handles() < handles + 20, "file handles");
    }

    @Test
    void garbageInsteadOfTls() throws Exception {
        var random = new Random(7);
        var handles = handles();
        for (var i = 0; i < 50; i++) {
            try (var socket = socket(secure)) {
                var bytes = new byte[1 + random.nextInt(2000)];
                random.nextBytes(bytes);
                if (i % 2 == 0) bytes[0] = 22; // looks like a handshake
                socket.getOutputStream().write(bytes);
                socket.getOutputStream().flush();
            }
        }
        try (var client = secure.client(null)) {
            assertThat(client.send(get(secure, "/healthz"), HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("ok");
        }
        eventually(() -> handles() < handles + 20, "file handles");
    }

    @Test
    void bodiesThatAreTooLargeOrTooDeep() throws Exception {
        var large = "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"" + "x".repeat(10 << 20) + "\"}}";
        assertThat(answer(large)).contains(" 413 ").contains("RequestEntityTooLarge");
        var deep =
                "{\"metadata\":{\"name\":\"a\"},\"data\":" + "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000) + "}";
        assertThat(answer(deep)).contains(" 400 ").contains("\"reason\":\"BadRequest\"");
        var list = "[".repeat(10_000) + "]".repeat(10_000);
        for (var type :
                List.of("merge-patch+json", "json-patch+json", "strategic-merge-patch+json", "apply-patch+yaml")) {
            assertThat(plain.patch(type, PODS + "/none?fieldManager=m", list).status())
                    .as(type)
                    .isEqualTo(400);
        }
        var yaml = plain.call("POST", PODS, list, Map.of("Content-Type", "application/yaml"));
        assertThat(yaml.status()).isEqualTo(400);
    }

    /** By hand: a client's library gives up when the server answers before it has read all. */
    private String answer(String body) throws IOException {
        try (var socket = socket(plain)) {
            var writer = Thread.ofVirtual().start(() -> {
                try {
                    write(
                            socket,
                            head("POST", "/api/v1/namespaces/default/configmaps")
                                    + "Connection: close\r\nContent-Type: application/json\r\nContent-Length: "
                                    + body.length() + "\r\n\r\n" + body);
                } catch (IOException _) {
                    // the server need not read what it will not take
                }
            });
            var read = upTo(socket.getInputStream());
            writer.interrupt();
            return read;
        }
    }

    private static String upTo(InputStream in) throws IOException {
        var all = new StringBuilder();
        var buffer = new byte[4096];
        while (all.indexOf("\"code\":") < 0) {
            var length = in.read(buffer);
            if (length < 0) break;
            all.append(new String(buffer, 0, length, StandardCharsets.UTF_8));
        }
        return all.toString();
    }

    @Test
    void aPathThatIsNoTextGetsAStatus() throws IOException {
        try (var socket = socket(plain)) {
            write(socket, head("GET", PODS + "/%ff") + "Connection: close\r\n\r\n");
            assertThat(upTo(socket.getInputStream())).contains(" 400 ").contains("\"kind\":\"Status\"");
        }
    }

    @Test
    void watchersThatVanishAreForgotten() throws Exception {
        plain.post("/api/v1/namespaces/default/configmaps", "{\"metadata\":{\"name\":\"m\"}}");
        var sockets = new ArrayList<Socket>();
        for (var i = 0; i < 100; i++) {
            var socket = socket(plain);
            sockets.add(socket);
            write(socket, head("GET", "/api/v1/namespaces/default/configmaps?watch=true&timeoutSeconds=600") + "\r\n");
        }
        for (var socket : sockets) while (socket.getInputStream().read() != '\n') {}
        eventually(() -> watchers() >= 100, "watchers");
        for (var socket : sockets) socket.close();
        // The end of a plain connection is noticed when something is written to it.
        eventually(
                () -> {
                    plain.patch(
                            "merge-patch+json",
                            "/api/v1/namespaces/default/configmaps/m",
                            "{\"data\":{\"k\":\"" + System.nanoTime() + "\"}}");
                    return watchers() == 0;
                },
                "watchers gone");
    }

    @Test
    void aCancelledStreamIsNoticedAtOnce() throws Exception {
        try (var client = secure.client(null)) {
            var streams = new ArrayList<InputStream>();
            for (var i = 0; i < 20; i++) {
                var response = client.send(
                        get(secure, PODS + "?watch=true&timeoutSeconds=600"),
                        HttpResponse.BodyHandlers.ofInputStream());
                assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
                streams.add(response.body());
            }
            eventually(() -> watchers() >= 20, "watchers");
            for (var stream : streams) stream.close(); // the connection stays, and nothing is written
            eventually(() -> watchers() == 0, "watchers gone");
            assertThat(client.send(get(secure, "/healthz"), HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aSlowWatcherSlowsNobody() throws Exception {
        var maps = "/api/v1/namespaces/default/configmaps";
        plain.post(maps, "{\"metadata\":{\"name\":\"m\"}}");
        try (var slow = socket(plain);
                var quick = socket(plain)) {
            slow.setReceiveBufferSize(1024);
            for (var each : List.of(slow, quick)) {
                write(each, head("GET", maps + "?watch=true&timeoutSeconds=600") + "\r\n");
            }
            var reader = new BufferedInputStream(quick.getInputStream(), 1 << 20);
            var filling = "x".repeat(500_000);
            for (var i = 0; i < 30; i++) { // 15 MB: more than any buffer on the way to the one who does not read
                var written = plain.patch(
                        "merge-patch+json", maps + "/m", "{\"data\":{\"k\":\"" + i + "-" + filling + "\"}}");
                assertThat(written.status()).isEqualTo(200);
                readUntil(reader, "\"k\":\"" + i + "-");
            }
        }
    }

    private static void readUntil(InputStream in, String wanted) throws IOException {
        var bytes = wanted.getBytes(StandardCharsets.UTF_8);
        var matched = 0;
        while (matched < bytes.length) {
            var next = in.read();
            if (next < 0) throw new IOException("ended before " + wanted);
            matched = next == bytes[matched] ? matched + 1 : next == bytes[0] ? 1 : 0;
        }
    }

    private static HttpRequest get(TestServer server, String path) {
        return HttpRequest.newBuilder(URI.create(server.server().url() + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + TestServer.TOKEN)
                .build();
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void eventually(Condition condition, String what) throws Exception {
        var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.holds()) {
            if (System.nanoTime() > deadline) throw new AssertionError(what + ": not within 20 s");
            Thread.onSpinWait();
        }
    }

    private static long handles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getOpenFileDescriptorCount()
                : 0;
    }

    /** Threads that serve a watch, as the Java machine tells. */
    private long watchers() throws IOException {
        var file = folder.resolve("threads-" + System.nanoTime());
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        var text = Files.readString(file);
        Files.delete(file);
        return text.split(java.util.regex.Pattern.quote(WATCHING + "$Stream.run("), -1).length - 1L;
    }
}
