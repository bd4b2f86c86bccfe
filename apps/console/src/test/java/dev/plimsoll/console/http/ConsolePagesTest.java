package dev.plimsoll.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.console.access.ApiUsers;
import dev.plimsoll.console.access.SessionKey;
import dev.plimsoll.console.access.Sessions;
import dev.plimsoll.console.views.NodeStatesDocument;
import dev.plimsoll.runtime.access.CallerCredentials;
import dev.plimsoll.runtime.http.PageReply;
import dev.plimsoll.runtime.http.PageRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the console answers, without a network. */
// Acceptance of the console: read-only, signed-out, simulations
class ConsolePagesTest {
    private final CountDownLatch begun = new CountDownLatch(2);
    private final CountDownLatch end = new CountDownLatch(1);
    private final Sessions sessions =
            new Sessions(ApiUsers.only(client()), true, SessionKey.random(), InstantSource.system());
    private final ConsolePages pages = new ConsolePages("", sessions, new SlowTexts());

    /** The API server says nothing of anybody. */
    private static ApiClient client() {
        var time = Time.system();
        return ApiClient.over(
                new Transport() {
                    @Override
                    public Reply send(ClientRequest request) {
                        return new Reply(404, Map.of(), new byte[0]);
                    }

                    @Override
                    public Streamed open(ClientRequest request) {
                        throw new UnsupportedOperationException();
                    }

                    @Override
                    public void close() {}
                },
                "test/1",
                TokenBucket.unlimited(time),
                time);
    }

    /** Commands that wait until they may go on. */
    private final class SlowTexts implements CommandTexts {
        @Override
        public String explain(ApiClient client, ObjectName pod) {
            return "";
        }

        @Override
        public ResizeAnswer preview(ApiClient client, ObjectName pod, ResizeWish wish) {
            return ResizeAnswer.refused("");
        }

        @Override
        public ResizeAnswer resize(ApiClient client, ObjectName pod, ResizeWish wish) {
            return ResizeAnswer.refused("");
        }

        @Override
        public String simulate(ApiClient client, String manifests) {
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return "answer";
        }

        @Override
        public Refusals refusals(ApiClient client) {
            return Refusals.unknown("");
        }
    }

    private PageReply post(String path, String token, String body) {
        try {
            return pages.answer(new PageRequest(
                    "POST",
                    path,
                    new CallerCredentials(token, null),
                    "application/json",
                    false,
                    new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private String session() {
        return ((Sessions.Entry.Opened) sessions.withCode(sessions.code().orElseThrow())).token();
    }

    @Test
    @DisplayName("two simulations run at once and no more, since each reads the whole cluster")
    void simulations() throws Exception {
        var token = session();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> post("/api/simulate", token, "{\"manifests\":\"a\"}"));
            var second = threads.submit(() -> post("/api/simulate", token, "{\"manifests\":\"a\"}"));
            begun.await();
            assertThat(post("/api/simulate", token, "{\"manifests\":\"a\"}").status())
                    .isEqualTo(429);
            assertThat(post("/api/refusals", token, "{}").status()).isEqualTo(429);
            end.countDown();
            assertThat(first.get().status()).isEqualTo(200);
            assertThat(second.get().status()).isEqualTo(200);
            assertThat(post("/api/refusals", token, "{}").status()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("whoever has signed out is let in no more")
    void left() {
        var token = session();
        assertThat(post("/api/link", token, "{}").status()).isEqualTo(200);
        assertThat(post("/api/leave", token, "{}").status()).isEqualTo(204);
        assertThat(post("/api/link", token, "{}").status()).isEqualTo(401);
    }

    @Test
    @DisplayName("names that would lead to another address of the API server are not asked of it")
    void names() {
        for (var name : new String[] {"..", "a/b", "%2e%2e", "node?x", ""}) {
            var document = NodeStatesDocument.of(client(), name, "default", "web");
            assertThat(document.path("notTold").asText()).isEqualTo("the pod has no node");
        }
    }
}
