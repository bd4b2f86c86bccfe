package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.nodeagent.http.KubeletConfiguration;
import dev.plimsoll.nodeagent.http.NodeServer;
import dev.plimsoll.runtime.access.Access;
import dev.plimsoll.tls.Tls;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: exec, sessions-200, session-vanished, session-hangs, logs
/** exec, attach and port-forward on a node whose runtime serves streams of its own. */
@Timeout(300)
class CriSessionsTest {
    private static final int AT_ONCE = 200;
    private static final byte[] NO_MORE_INPUT = {(byte) 255, 0};

    @TempDir
    Path folder;

    private NodeOnFakeRuntime node;
    private StreamServer streams;
    private NodeServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeEach
    void start() throws Exception {
        node = new NodeOnFakeRuntime(folder);
        streams = new StreamServer();
        node.runtime.sessions().server(streams.address());
        node.create("p", "{\"containers\":[{\"name\":\"a\",\"image\":\"registry/app:1\"}]}");
        node.awaitRunning("p");
        server = NodeServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                null,
                Access.OPEN,
                NodeServer.Scope.ALL,
                new NodeServer.Content(
                        Map.of(NodeOnFakeRuntime.NODE, node.agent()),
                        node.client,
                        new PrometheusRegistry(),
                        KubeletConfiguration.of(FeatureGates.DEFAULT, null, EvictionHard.DEFAULT, 10),
                        true,
                        InstantSource.system()));
    }

    @AfterEach
    void close() throws Exception {
        http.close();
        server.close();
        streams.close();
        node.close();
        assertThat(streams.problems()).isEmpty();
    }

    /** A client that gathers what comes, by channel. */
    private static final class Client implements WebSocket.Listener {
        final Map<Integer, ByteArrayOutputStream> channels = new TreeMap<>();
        final CountDownLatch closed = new CountDownLatch(1);
        private final ByteArrayOutputStream message = new ByteArrayOutputStream();

        @Override
        public synchronized CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            while (data.hasRemaining()) message.write(data.get());
            if (last) {
                var bytes = message.toByteArray();
                message.reset();
                if (bytes.length > 0)
                    channels.computeIfAbsent((int) bytes[0], _ -> new ByteArrayOutputStream())
                            .write(bytes, 1, bytes.length - 1);
            }
            socket.request(1);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.countDown();
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            closed.countDown();
        }

        synchronized String text(int channel) {
            var all = channels.get(channel);
            return all == null ? "" : all.toString(StandardCharsets.UTF_8);
        }

        void awaitEnd() throws InterruptedException {
            assertThat(closed.await(2, TimeUnit.MINUTES)).as("the session ends").isTrue();
        }
    }

    private WebSocket connect(Client client, String path, String protocol) {
        return http.newWebSocketBuilder()
                .subprotocols(protocol)
                .buildAsync(URI.create("ws://127.0.0.1:" + server.port() + path), client)
                .orTimeout(2, TimeUnit.MINUTES)
                .join();
    }

    private static void send(WebSocket socket, int channel, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var message = ByteBuffer.allocate(1 + bytes.length).put((byte) channel).put(bytes);
        socket.sendBinary(message.flip(), true).orTimeout(2, TimeUnit.MINUTES).join();
    }

    private static void await(String what, BooleanSupplier holds) throws InterruptedException {
        var end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            Thread.sleep(Duration.ofMillis(20));
        }
    }

    @Test
    void aCommandHasItsInputToTheEndAndItsExitCodeIsTold() throws Exception {
        streams.program(session -> {
            var all = session.stream("stdin").input().readAllBytes();
            session.stream("stdout").output().write(all);
            session.stream("stderr").output().write("warned".getBytes(StandardCharsets.UTF_8));
            session.exit(3);
        });
        var client = new Client();
        var socket = connect(client, "/exec/default/p/a?command=cat&input=1&output=1&error=1", "v5.channel.k8s.io");
        send(socket, 0, "hello ");
        send(socket, 0, "there");
        socket.sendBinary(ByteBuffer.wrap(NO_MORE_INPUT), true).join();
        client.awaitEnd();
        assertThat(client.text(1)).isEqualTo("hello there");
        assertThat(client.text(2)).isEqualTo("warned");
        assertThat(client.text(3))
                .contains("\"NonZeroExitCode\"")
                .contains("\"ExitCode\"")
                .contains("\"3\"");
        await("the runtime is left", () -> streams.connections() == 0);
    }

    @Test
    void streamsOfARuntimeMayBeServedWithTls() throws Exception {
        var issuer = Authority.create("runtime", Instant.now());
        var own = issuer.server("runtime", List.of("localhost"), List.of(), Instant.now());
        var context = Tls.context(Tls.keys(own.key(), List.of(own.certificate())), null);
        try (var secured = StreamServer.secured(context)) {
            secured.program(session -> {
                var all = session.stream("stdin").input().readAllBytes();
                session.stream("stdout").output().write(all);
                session.exit(4);
            });
            node.runtime.sessions().server(secured.address());
            var client = new Client();
            var socket = connect(client, "/exec/default/p/a?command=cat&input=1&output=1", "v5.channel.k8s.io");
            send(socket, 0, "not to be read by others");
            socket.sendBinary(ByteBuffer.wrap(NO_MORE_INPUT), true).join();
            client.awaitEnd();
            assertThat(client.text(1)).isEqualTo("not to be read by others");
            assertThat(client.text(3)).contains("\"ExitCode\"").contains("\"4\"");

            await("the runtime is left", () -> secured.connections() == 0);
            secured.silent();
            var waiting = connect(new Client(), "/exec/default/p/a?command=true&output=1", "v5.channel.k8s.io");
            await("the runtime was asked", () -> secured.connections() == 1);
            waiting.abort();
            await("the runtime is left", () -> secured.connections() == 0);
            assertThat(secured.problems()).isEmpty();
        }
    }

    @Test
    void whatAClientSentBeforeItLeftIsStillReadByTheCommand() throws Exception {
        var left = new CountDownLatch(1);
        var received = new CompletableFuture<String>();
        streams.program(session -> {
            assertThat(left.await(2, TimeUnit.MINUTES)).isTrue();
            var all = session.stream("stdin").input().readAllBytes();
            received.complete(new String(all, StandardCharsets.UTF_8));
            session.exit(0);
        });
        var client = new Client();
        var socket = connect(client, "/exec/default/p/a?command=cat&input=1&output=1", "v4.channel.k8s.io");
        send(socket, 0, "all of it, ");
        send(socket, 0, "to the end");
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        left.countDown();
        assertThat(received.get(2, TimeUnit.MINUTES)).isEqualTo("all of it, to the end");
        await("the runtime is left", () -> streams.connections() == 0);
    }

    @Test
    void aTerminalFollowsTheClients() throws Exception {
        streams.program(session -> {
            var sizes = session.stream("resize").input();
            var text = new StringBuilder();
            while (text.indexOf("\"Width\":132,\"Height\":43") < 0) text.append((char) sizes.read());
            session.stream("stdout").output().write("as wide as yours".getBytes(StandardCharsets.UTF_8));
            session.exit(0);
        });
        var client = new Client();
        var socket = connect(client, "/attach/default/p/a?input=1&output=1&tty=1", "v4.channel.k8s.io");
        send(socket, 4, "{\"Width\":132,\"Height\":43}");
        client.awaitEnd();
        assertThat(client.text(1)).isEqualTo("as wide as yours");
        assertThat(client.text(3)).contains("Success");
    }

    @Test
    void aClientThatVanishesTakesItsSessionWithIt() throws Exception {
        var begun = new CountDownLatch(1);
        streams.program(session -> {
            session.stream("stdout").output().write('x');
            begun.countDown();
            session.stream("error").input().read();
        });
        var client = new Client();
        var socket = connect(client, "/exec/default/p/a?command=sleep&output=1", "v5.channel.k8s.io");
        assertThat(begun.await(2, TimeUnit.MINUTES)).isTrue();
        socket.abort();
        await("the runtime is left", () -> streams.connections() == 0);
    }

    @Test
    void aRuntimeThatSaysNothingKeepsNobody() throws Exception {
        streams.silent();
        var client = new Client();
        var socket = connect(client, "/exec/default/p/a?command=true&output=1", "v5.channel.k8s.io");
        await("the runtime was asked", () -> streams.connections() == 1);
        socket.abort();
        await("the runtime is left", () -> streams.connections() == 0);
    }

    @Test
    void theExitCodeIsToldByARuntimeThatResetsItsStreamsAtOnce() throws Exception {
        streams.program(session -> {
            session.stream("stdout").output().write("done".getBytes(StandardCharsets.UTF_8));
            session.resetAfterExit(7);
        });
        var client = new Client();
        connect(client, "/exec/default/p/a?command=x&output=1", "v5.channel.k8s.io");
        client.awaitEnd();
        assertThat(client.text(1)).isEqualTo("done");
        assertThat(client.text(3)).contains("\"ExitCode\"").contains("\"7\"");
    }

    @Test
    void manySessionsAtOnceLeaveNothingBehind() throws Exception {
        streams.program(session -> {
            var all = session.stream("stdin").input().readAllBytes();
            session.stream("stdout").output().write(all);
            session.exit(0);
        });
        var clients = new ArrayList<Client>();
        var sockets = new ArrayList<WebSocket>();
        for (var i = 0; i < AT_ONCE; i++) {
            var client = new Client();
            clients.add(client);
            sockets.add(connect(client, "/exec/default/p/a?command=cat&input=1&output=1", "v5.channel.k8s.io"));
        }
        await("all are with the runtime", () -> streams.connections() == AT_ONCE);
        for (var i = 0; i < AT_ONCE; i++) {
            // Every fourth client vanishes in the middle.
            if (i % 4 == 3) {
                sockets.get(i).abort();
                continue;
            }
            send(sockets.get(i), 0, "number " + i);
            sockets.get(i).sendBinary(ByteBuffer.wrap(NO_MORE_INPUT), true).join();
        }
        for (var i = 0; i < AT_ONCE; i++) {
            if (i % 4 == 3) continue;
            clients.get(i).awaitEnd();
            assertThat(clients.get(i).text(1)).isEqualTo("number " + i);
        }
        await("the runtime is left by all", () -> streams.connections() == 0);
    }

    @Test
    void aRuntimeThatHangsKeepsNoneOfManySessions() throws Exception {
        streams.silent();
        var sockets = new ArrayList<WebSocket>();
        for (var i = 0; i < AT_ONCE; i++)
            sockets.add(connect(new Client(), "/exec/default/p/a?command=true&output=1", "v5.channel.k8s.io"));
        await("the runtime was asked by all", () -> streams.connections() == AT_ONCE);
        sockets.forEach(WebSocket::abort);
        await("the runtime is left by all", () -> streams.connections() == 0);
    }

    /** What the runtime would write. */
    private void log(String uid, int restarts, String... texts) throws IOException {
        var file = node.logs().resolve("default_p_" + uid).resolve("a").resolve(restarts + ".log");
        Files.createDirectories(file.getParent());
        var lines = new StringBuilder();
        for (var i = 0; i < texts.length; i++)
            lines.append("2026-01-02T03:04:0")
                    .append(i)
                    .append(".000000000Z stdout F ")
                    .append(texts[i])
                    .append('\n');
        Files.writeString(file, lines);
    }

    private String logs(String query) throws Exception {
        var path = URI.create("http://127.0.0.1:" + server.port() + "/containerLogs/default/p/a" + query);
        return http.send(HttpRequest.newBuilder(path).build(), BodyHandlers.ofString())
                .body();
    }

    @Test
    void logsAreReadWithEveryFlag() throws Exception {
        var pod = node.awaitRunning("p");
        var uid = pod.at("/metadata/uid").asText();
        log(uid, 0, "one", "two", "three");
        assertThat(logs("")).isEqualTo("one\ntwo\nthree\n");
        assertThat(logs("?tailLines=2")).isEqualTo("two\nthree\n");
        assertThat(logs("?limitBytes=5")).isEqualTo("one\nt");
        assertThat(logs("?sinceTime=2026-01-02T03:04:02Z")).isEqualTo("three\n");
        assertThat(logs("?sinceSeconds=1")).isEmpty();
        assertThat(logs("?tailLines=1&timestamps=true")).isEqualTo("2026-01-02T03:04:02.000000000Z three\n");
        node.runtime.exit(NodeOnFakeRuntime.id(pod, "a"), 1, "Error");
        node.await(
                "p",
                "it runs again",
                each -> NodeOnFakeRuntime.container(each, "a")
                                        .path("restartCount")
                                        .asInt()
                                == 1
                        && NodeOnFakeRuntime.container(each, "a").path("state").has("running"));
        log(uid, 1, "four");
        assertThat(logs("")).isEqualTo("four\n");
        assertThat(logs("?previous=true&tailLines=1")).isEqualTo("three\n");
        try (var followed = http.send(
                        HttpRequest.newBuilder(URI.create(
                                        "http://127.0.0.1:" + server.port() + "/containerLogs/default/p/a?follow=true"))
                                .build(),
                        BodyHandlers.ofInputStream())
                .body()) {
            assertThat(new String(followed.readNBytes(5), StandardCharsets.UTF_8))
                    .isEqualTo("four\n");
            // The node's owner rotates files; the runtime goes on in a new one.
            var file = node.logs().resolve("default_p_" + uid).resolve("a").resolve("1.log");
            Files.move(file, file.resolveSibling("1.log.20260102-030405"));
            log(uid, 1, "five");
            assertThat(new String(followed.readNBytes(5), StandardCharsets.UTF_8))
                    .isEqualTo("five\n");
        }
    }

    @Test
    void whatWasPromisedIsToldWhileTheApiIsAway() throws Exception {
        var path = URI.create("http://127.0.0.1:" + server.port() + "/allocatedPods/default/p");
        var before = http.send(HttpRequest.newBuilder(path).build(), BodyHandlers.ofString());
        assertThat(before.statusCode()).isEqualTo(200);
        node.server.close();
        var away = http.send(HttpRequest.newBuilder(path).build(), BodyHandlers.ofString());
        assertThat(away.statusCode()).isEqualTo(200);
        assertThat(away.body())
                .isEqualTo(before.body())
                .contains("\"containers\"")
                .contains("\"status\":{}");
    }

    @Test
    void aRuntimeThatBreaksOffIsTold() throws Exception {
        streams.program(session -> {
            session.stream("error").output().close();
            session.stream("stdout").output().close();
        });
        var client = new Client();
        connect(client, "/exec/default/p/a?command=true&output=1", "v4.channel.k8s.io");
        client.awaitEnd();
        assertThat(client.text(3)).contains("the runtime broke the session off").contains("InternalError");
    }

    @Test
    void portsAreForwardedAndProblemsTold() throws Exception {
        streams.program(session -> {
            var data = session.stream("data");
            if (data.header("port").equals("81")) {
                var why = "error forwarding port 81 to pod x, uid : nobody listens";
                session.stream("error").output().write(why.getBytes(StandardCharsets.UTF_8));
                session.stream("error").output().close();
                data.output().close();
                return;
            }
            var first = data.input().readNBytes(4);
            data.output()
                    .write(new String(first, StandardCharsets.UTF_8)
                            .toUpperCase(Locale.ROOT)
                            .getBytes(StandardCharsets.UTF_8));
            data.output().close();
            session.stream("error").output().close();
        });
        var client = new Client();
        var socket = connect(client, "/portForward/default/p?port=80&port=81", "v4.channel.k8s.io");
        send(socket, 0, "ping");
        await("the answer", () -> client.text(0).endsWith("PING"));
        await("the problem", () -> client.text(3).contains("nobody listens"));
        assertThat(client.text(3)).endsWith(": nobody listens").contains("error forwarding port 81 to pod p, uid ");
        socket.abort();
        await("the runtime is left", () -> streams.connections() == 0);
    }

    @Test
    void manySessionsAtOnceLeaveNothing() throws Exception {
        streams.program(session -> {
            session.stream("stdout")
                    .output()
                    .write(session.stream("stdin").input().readAllBytes());
            session.exit(0);
        });
        var clients = new ArrayList<Client>();
        var sockets = new ArrayList<WebSocket>();
        for (var i = 0; i < 50; i++) {
            var client = new Client();
            clients.add(client);
            sockets.add(connect(client, "/exec/default/p/a?command=cat&input=1&output=1", "v5.channel.k8s.io"));
        }
        for (var i = 0; i < 50; i++) {
            send(sockets.get(i), 0, "session " + i);
            sockets.get(i).sendBinary(ByteBuffer.wrap(NO_MORE_INPUT), true).join();
        }
        for (var i = 0; i < 50; i++) {
            clients.get(i).awaitEnd();
            assertThat(clients.get(i).text(1)).isEqualTo("session " + i);
        }
        await("the runtime is left", () -> streams.connections() == 0);
    }
}
