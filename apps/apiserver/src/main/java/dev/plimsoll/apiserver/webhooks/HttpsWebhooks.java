package dev.plimsoll.apiserver.webhooks;

import dev.plimsoll.client.pace.ComponentThreads;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Webhooks over HTTPS. */
final class HttpsWebhooks implements WebhookTransport {
    private final WebhookConnections connections = new WebhookConnections();

    /** The time is for the whole answer: a request's own timeout would end with its headers. */
    @Override
    public Reply send(Post post) throws IOException, GeneralSecurityException, InterruptedException, TimeoutException {
        var target = post.target();
        var request = HttpRequest.newBuilder(post.url())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .header("User-Agent", target.agent())
                .POST(HttpRequest.BodyPublishers.ofByteArray(post.body()))
                .build();
        var client = connections.to(target.client().caBundle(), post.peer());
        var pending = client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), target.mostBytes()));
        try (var _ = ComponentThreads.pendingAnswer()) {
            var response = pending.get(target.timeout().toMillis(), TimeUnit.MILLISECONDS);
            return new Reply(response.statusCode(), response.body());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException broken) throw broken;
            throw new IOException(e.getCause());
        } finally {
            pending.cancel(true);
        }
    }

    @Override
    public void close() {
        connections.close();
    }
}
