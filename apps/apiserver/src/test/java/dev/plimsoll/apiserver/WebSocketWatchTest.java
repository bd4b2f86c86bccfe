package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Watches over WebSockets, as some clients open them first. */
class WebSocketWatchTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private final TestServer server = new TestServer();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void closedWithoutDefects() {
        var defects = List.copyOf(server.defects());
        client.shutdownNow();
        server.close();
        assertThat(defects).isEmpty();
    }

    /** Texts as they come, and how it ended. */
    static final class Frames implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();
        final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        final CompletableFuture<Integer> closed = new CompletableFuture<>();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                messages.add(text.toString());
                text.setLength(0);
            }
            socket.request(1);
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.complete(code);
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            closed.completeExceptionally(error);
        }

        String next() throws InterruptedException {
            var message = messages.poll(20, TimeUnit.SECONDS);
            assertThat(message).as("a frame within 20 seconds").isNotNull();
            return message;
        }
    }

    private WebSocket open(String query, WebSocket.Listener listener) throws InterruptedException, ExecutionException {
        return client.newWebSocketBuilder()
                .header("Authorization", "Bearer " + TestServer.TOKEN)
                .buildAsync(
                        URI.create(server.server().url().replace("http", "ws") + MAPS + "?watch=true" + query),
                        listener)
                .get();
    }

    private void make(String name) {
        assertThat(server.post(MAPS, "{\"metadata\":{\"name\":\"" + name + "\"}}")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void eachFrameIsOneEventAndTheEndIsNormal() throws Exception {
        make("a");
        var frames = new Frames();
        open("&timeoutSeconds=2&allowWatchBookmarks=true", frames);
        assertThat(frames.next())
                .startsWith("{\"type\":\"ADDED\"")
                .endsWith("}")
                .contains("\"name\":\"a\"");
        make("b");
        assertThat(frames.next()).startsWith("{\"type\":\"ADDED\"").contains("\"name\":\"b\"");
        server.call("DELETE", MAPS + "/b", "");
        assertThat(frames.next()).startsWith("{\"type\":\"DELETED\"");
        assertThat(frames.next()).startsWith("{\"type\":\"BOOKMARK\"");
        assertThat(frames.closed.get(20, TimeUnit.SECONDS)).isEqualTo(1000);
    }

    @Test
    void aRefusalIsAnsweredBeforeTheHandshake() {
        assertThatThrownBy(() -> open("&resourceVersion=x", new Frames()))
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        refused ->
                                assertThat(refused.getResponse().statusCode()).isEqualTo(500));
    }

    @Test
    void clientsThatCloseOrVanishLeaveNoWatchBehind() throws Exception {
        make("a");
        var sockets = new java.util.ArrayList<WebSocket>();
        for (var i = 0; i < 20; i++) {
            var frames = new Frames();
            sockets.add(open("", frames));
            frames.next();
        }
        assertThat(server.metric("apiserver_longrunning_requests")).isEqualTo(20);
        for (var i = 0; i < 20; i++) {
            if (i % 2 == 0) sockets.get(i).abort();
            else sockets.get(i).sendClose(WebSocket.NORMAL_CLOSURE, "").get();
        }
        TestServer.eventually("all are gone", () -> server.metric("apiserver_longrunning_requests") == 0);
    }
}
