package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.nodeagent.streams.SessionServer;
import dev.plimsoll.tls.Tls;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: exec, allocated-pods, logs
/** exec, attach and port-forward on a node whose runtime serves streams of its own. */
@Timeout(300)
class CriSessionsTest {
    @TempDir
    Path folder;

    private StreamingNode on;
    private NodeOnFakeRuntime node;

    @BeforeEach
    void start() throws Exception {
        on = new StreamingNode(folder, SessionServer.USUAL_IDLE);
        node = on.node;
    }

    @AfterEach
    void close() throws Exception {
        on.close();
    }

    @Test
    void aCommandHasItsInputToTheEndAndItsExitCodeIsTold() throws Exception {
        on.streams.program(session -> {
            var all = session.stream("stdin").input().readAllBytes();
            session.stream("stdout").output().write(all);
            session.stream("stderr").output().write("warned".getBytes(StandardCharsets.UTF_8));
            session.exit(3);
        });
        var client = new ChannelClient();
        var socket = on.connect(client, "/exec/default/p/a?command=cat&input=1&output=1&error=1", "v5.channel.k8s.io");
        ChannelClient.send(socket, 0, "hello ");
        ChannelClient.send(socket, 0, "there");
        ChannelClient.endInput(socket);
        client.awaitEnd();
        assertThat(client.text(1)).isEqualTo("hello there");
        assertThat(client.text(2)).isEqualTo("warned");
        assertThat(client.text(3))
                .contains("\"NonZeroExitCode\"")
                .contains("\"ExitCode\"")
                .contains("\"3\"");
        on.awaitLeft();
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
            var client = new ChannelClient();
            var socket = on.connect(client, "/exec/default/p/a?command=cat&input=1&output=1", "v5.channel.k8s.io");
            ChannelClient.send(socket, 0, "not to be read by others");
            ChannelClient.endInput(socket);
            client.awaitEnd();
            assertThat(client.text(1)).isEqualTo("not to be read by others");
            assertThat(client.text(3)).contains("\"ExitCode\"").contains("\"4\"");

            StreamingNode.await("the runtime is left", () -> secured.connections() == 0);
            secured.silent();
            var waiting =
                    on.connect(new ChannelClient(), "/exec/default/p/a?command=true&output=1", "v5.channel.k8s.io");
            StreamingNode.await("the runtime was asked", () -> secured.connections() == 1);
            waiting.abort();
            StreamingNode.await("the runtime is left", () -> secured.connections() == 0);
            assertThat(secured.problems()).isEmpty();
        }
    }

    @Test
    void whatAClientSentBeforeItLeftIsStillReadByTheCommand() throws Exception {
        var left = new CountDownLatch(1);
        var received = new CompletableFuture<String>();
        on.streams.program(session -> {
            assertThat(left.await(2, TimeUnit.MINUTES)).isTrue();
            var all = session.stream("stdin").input().readAllBytes();
            received.complete(new String(all, StandardCharsets.UTF_8));
            session.exit(0);
        });
        var client = new ChannelClient();
        var socket = on.connect(client, "/exec/default/p/a?command=cat&input=1&output=1", "v4.channel.k8s.io");
        ChannelClient.send(socket, 0, "all of it, ");
        ChannelClient.send(socket, 0, "to the end");
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        left.countDown();
        assertThat(received.get(2, TimeUnit.MINUTES)).isEqualTo("all of it, to the end");
        on.awaitLeft();
    }

    @Test
    void aTerminalFollowsTheClients() throws Exception {
        on.streams.program(session -> {
            var sizes = session.stream("resize").input();
            var text = new StringBuilder();
            while (text.indexOf("\"Width\":132,\"Height\":43") < 0) text.append((char) sizes.read());
            session.stream("stdout").output().write("as wide as yours".getBytes(StandardCharsets.UTF_8));
            session.exit(0);
        });
        var client = new ChannelClient();
        var socket = on.connect(client, "/attach/default/p/a?input=1&output=1&tty=1", "v4.channel.k8s.io");
        ChannelClient.send(socket, 4, "{\"Width\":132,\"Height\":43}");
        client.awaitEnd();
        assertThat(client.text(1)).isEqualTo("as wide as yours");
        assertThat(client.text(3)).contains("Success");
    }

    @Test
    void theExitCodeIsToldByARuntimeThatResetsItsStreamsAtOnce() throws Exception {
        on.streams.program(session -> {
            session.stream("stdout").output().write("done".getBytes(StandardCharsets.UTF_8));
            session.resetAfterExit(7);
        });
        var client = new ChannelClient();
        on.connect(client, "/exec/default/p/a?command=x&output=1", "v5.channel.k8s.io");
        client.awaitEnd();
        assertThat(client.text(1)).isEqualTo("done");
        assertThat(client.text(3)).contains("\"ExitCode\"").contains("\"7\"");
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
        var path = on.page("/containerLogs/default/p/a" + query);
        return on.http
                .send(HttpRequest.newBuilder(path).build(), BodyHandlers.ofString())
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
        try (var followed = on.http
                .send(
                        HttpRequest.newBuilder(on.page("/containerLogs/default/p/a?follow=true"))
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
        var path = on.page("/allocatedPods/default/p");
        var before = on.http.send(HttpRequest.newBuilder(path).build(), BodyHandlers.ofString());
        assertThat(before.statusCode()).isEqualTo(200);
        node.server.close();
        var away = on.http.send(HttpRequest.newBuilder(path).build(), BodyHandlers.ofString());
        assertThat(away.statusCode()).isEqualTo(200);
        assertThat(away.body())
                .isEqualTo(before.body())
                .contains("\"containers\"")
                .contains("\"status\":{}");
    }

    @Test
    void aRuntimeThatBreaksOffIsTold() throws Exception {
        on.streams.program(session -> {
            session.stream("error").output().close();
            session.stream("stdout").output().close();
        });
        var client = new ChannelClient();
        on.connect(client, "/exec/default/p/a?command=true&output=1", "v4.channel.k8s.io");
        client.awaitEnd();
        assertThat(client.text(3)).contains("the runtime broke the session off").contains("InternalError");
    }

    @Test
    void portsAreForwardedAndProblemsTold() throws Exception {
        on.streams.program(session -> {
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
        var client = new ChannelClient();
        var socket = on.connect(client, "/portForward/default/p?port=80&port=81", "v4.channel.k8s.io");
        ChannelClient.send(socket, 0, "ping");
        StreamingNode.await("the answer", () -> client.text(0).endsWith("PING"));
        StreamingNode.await("the problem", () -> client.text(3).contains("nobody listens"));
        assertThat(client.text(3)).endsWith(": nobody listens").contains("error forwarding port 81 to pod p, uid ");
        socket.abort();
        on.awaitLeft();
    }
}
