package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.nodeagent.streams.SessionServer;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: session-bounds, sessions-200, session-vanished, session-hangs
/** How many sessions a node holds, and how long: whatever clients and runtimes do, what ended leaves nothing. */
@Timeout(300)
class CriSessionBoundsTest {
    private static final int AT_ONCE = 200;
    private static final int MOST = 1000;

    @TempDir
    Path folder;

    private StreamingNode on;

    private void start(Duration idle) throws Exception {
        on = new StreamingNode(folder, idle);
    }

    @AfterEach
    void close() throws Exception {
        on.close();
    }

    @Test
    void aClientThatVanishesTakesItsSessionWithIt() throws Exception {
        start(SessionServer.USUAL_IDLE);
        var begun = new CountDownLatch(1);
        on.streams.program(session -> {
            session.stream("stdout").output().write('x');
            begun.countDown();
            session.stream("error").input().read();
        });
        var client = new ChannelClient();
        var socket = on.connect(client, "/exec/default/p/a?command=sleep&output=1", "v5.channel.k8s.io");
        assertThat(begun.await(2, TimeUnit.MINUTES)).isTrue();
        socket.abort();
        on.awaitLeft();
    }

    @Test
    void aRuntimeThatSaysNothingKeepsNobody() throws Exception {
        start(SessionServer.USUAL_IDLE);
        on.streams.silent();
        var client = new ChannelClient();
        var socket = on.connect(client, "/exec/default/p/a?command=true&output=1", "v5.channel.k8s.io");
        StreamingNode.await("the runtime was asked", () -> on.streams.connections() == 1);
        socket.abort();
        on.awaitLeft();
    }

    @Test
    void manySessionsAtOnceLeaveNothingBehind() throws Exception {
        start(SessionServer.USUAL_IDLE);
        on.streams.program(session -> {
            var all = session.stream("stdin").input().readAllBytes();
            session.stream("stdout").output().write(all);
            session.exit(0);
        });
        var clients = new ArrayList<ChannelClient>();
        var sockets = new ArrayList<WebSocket>();
        for (var i = 0; i < AT_ONCE; i++) {
            var client = new ChannelClient();
            clients.add(client);
            sockets.add(on.connect(client, "/exec/default/p/a?command=cat&input=1&output=1", "v5.channel.k8s.io"));
        }
        StreamingNode.await("all are with the runtime", () -> on.streams.connections() == AT_ONCE);
        for (var i = 0; i < AT_ONCE; i++) {
            // Every fourth client vanishes in the middle.
            if (i % 4 == 3) {
                sockets.get(i).abort();
                continue;
            }
            ChannelClient.send(sockets.get(i), 0, "number " + i);
            ChannelClient.endInput(sockets.get(i));
        }
        for (var i = 0; i < AT_ONCE; i++) {
            if (i % 4 == 3) continue;
            clients.get(i).awaitEnd();
            assertThat(clients.get(i).text(1)).isEqualTo("number " + i);
        }
        on.awaitLeft();
    }

    @Test
    void aRuntimeThatHangsKeepsNoneOfManySessions() throws Exception {
        start(SessionServer.USUAL_IDLE);
        on.streams.silent();
        var sockets = new ArrayList<WebSocket>();
        for (var i = 0; i < AT_ONCE; i++)
            sockets.add(
                    on.connect(new ChannelClient(), "/exec/default/p/a?command=true&output=1", "v5.channel.k8s.io"));
        StreamingNode.await("the runtime was asked by all", () -> on.streams.connections() == AT_ONCE);
        sockets.forEach(WebSocket::abort);
        on.awaitLeft();
    }

    @Test
    void aSessionInWhichNothingHappensEnds() throws Exception {
        start(Duration.ofMillis(300));
        on.streams.program(session -> {
            session.stream("stdout").output().write("begun".getBytes(StandardCharsets.UTF_8));
            session.stream("error").input().read();
        });
        var client = new ChannelClient();
        on.connect(client, "/exec/default/p/a?command=cat&input=1&output=1", "v5.channel.k8s.io");
        client.awaitEnd();
        assertThat(client.text(1)).isEqualTo("begun");
        on.awaitLeft();
    }

    @Test
    void noTimeIsTooLongWhereThatIsWanted() throws Exception {
        start(Duration.ZERO);
        on.streams.program(session -> {
            session.stream("stdout")
                    .output()
                    .write(session.stream("stdin").input().readAllBytes());
            session.exit(0);
        });
        var client = new ChannelClient();
        var socket = on.connect(client, "/exec/default/p/a?command=cat&input=1&output=1", "v5.channel.k8s.io");
        ChannelClient.send(socket, 0, "at last");
        ChannelClient.endInput(socket);
        client.awaitEnd();
        assertThat(client.text(1)).isEqualTo("at last");
        on.awaitLeft();
    }

    @Test
    void thereAreOnlySoManySessionsAndRoomAgainWhenOneEnds() throws Exception {
        start(SessionServer.USUAL_IDLE);
        on.streams.program(session -> session.stream("error").input().read());
        var sockets = new ArrayList<WebSocket>();
        for (var i = 0; i < MOST; i++)
            sockets.add(on.connect(new ChannelClient(), "/exec/default/p/a?command=cat&output=1", "v5.channel.k8s.io"));
        assertThat(on.held()).isEqualTo(MOST);
        assertThatThrownBy(() ->
                        on.connect(new ChannelClient(), "/exec/default/p/a?command=cat&output=1", "v5.channel.k8s.io"))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        refused ->
                                assertThat(refused.getResponse().statusCode()).isEqualTo(503));
        sockets.removeFirst().abort();
        StreamingNode.await("there is room again", () -> on.held() == MOST - 1);
        sockets.add(on.connect(new ChannelClient(), "/exec/default/p/a?command=cat&output=1", "v5.channel.k8s.io"));
        sockets.forEach(WebSocket::abort);
        on.awaitLeft();
    }
}
