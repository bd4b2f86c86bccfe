package dev.plimsoll.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

// Acceptance of nodes: session-protocols
/** A client that closes its end in order gets the server's closing frame, whatever the server is doing at that moment. */
@Timeout(120)
class MessageSocketTest {
    /** The closing frames and what the server does meet in another order each time. */
    private static final int CLIENTS = 300;

    /** What closed the connection; 1006 if there was no closing frame. */
    private static final class Client implements WebSocket.Listener {
        final CompletableFuture<Integer> closed = new CompletableFuture<>();

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.complete(code);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            closed.completeExceptionally(error);
        }
    }

    private static void untilItCloses(MessageSocket socket) throws InterruptedException {
        for (var message = socket.receive(); message != null; ) message = socket.receive();
    }

    /** Every client sends a message and closes. */
    private static void allAreAnswered(MessageSocket.User user) throws Exception {
        var server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.setHandler(WebSocketUpgradeHandler.from(
                server,
                container -> container.addMapping("/", (_, _, _) -> new MessageSocket(Duration.ofMinutes(1), user))));
        server.start();
        var http = HttpClient.newHttpClient();
        try {
            for (var i = 0; i < CLIENTS; i++) {
                var client = new Client();
                var socket = http.newWebSocketBuilder()
                        .buildAsync(
                                URI.create("ws://127.0.0.1:" + server.getURI().getPort() + "/"), client)
                        .get(1, TimeUnit.MINUTES);
                socket.sendBinary(ByteBuffer.wrap(new byte[] {1, 2, 3}), true).join();
                socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
                assertThat(client.closed.get(15, TimeUnit.SECONDS))
                        .as("client " + i)
                        .isEqualTo(WebSocket.NORMAL_CLOSURE);
            }
        } finally {
            http.shutdownNow();
            server.stop();
        }
    }

    @Test
    void whileTheServerStillSends() throws Exception {
        allAreAnswered(socket -> {
            untilItCloses(socket);
            for (var i = 0; i < 3; i++) socket.send(ByteBuffer.wrap(new byte[] {4}));
        });
    }

    @Test
    void whenTheServerGivesUp() throws Exception {
        allAreAnswered(socket -> {
            untilItCloses(socket);
            throw new IOException("nobody is there any more");
        });
    }

    @Test
    void whenTheBytesOfATunnelAreOver() throws Exception {
        allAreAnswered(socket -> {
            try (var stream = socket.bytes()) {
                stream.input().transferTo(OutputStream.nullOutputStream());
            }
        });
    }
}
