package dev.plimsoll.apiserver.webhooks;

import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.admission.WebhookClientConfig;
import dev.plimsoll.kinds.admission.WebhookEndpoint;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends questions to programs outside the server, over HTTPS. */
public final class WebhookClient implements AutoCloseable {
    private final ServiceAddress addresses;
    private final WebhookConnections connections = new WebhookConnections();

    public WebhookClient(Registry registry, Kinds kinds) {
        this.addresses = new ServiceAddress(registry, kinds);
    }

    /**
     * Whom to ask, and how.
     *
     * @param agent how the server introduces itself
     * @param mostBytes of the answer
     */
    public record Target(WebhookClientConfig client, Duration timeout, String agent, int mostBytes) {}

    /** What came of a question. */
    public sealed interface Answer {
        @SuppressWarnings("ArrayRecordComponent") // handed through, never compared
        record Body(byte[] bytes) implements Answer {}

        /** The program could not be asked, or answered with an error. */
        record Failed(String why) implements Answer {}

        /** It is not known how to ask it. */
        record Misconfigured(String why) implements Answer {}
    }

    /** Where a request goes: the address, and the name that the peer must prove. */
    private record Place(String url, String name) {}

    public Answer ask(Target target, byte[] question) {
        var timeout = "?timeout=" + target.timeout().toSeconds() + "s";
        var shown = shown(target.client().endpoint()) + timeout;
        try {
            var response = send(target, place(target.client().endpoint(), timeout), question);
            return response.statusCode() / 100 == 2
                    ? new Answer.Body(response.body())
                    : new Answer.Failed(WebhookFailure.ofStatus(response.statusCode(), response.body()));
        } catch (IOException e) {
            return new Answer.Failed("Post \"" + shown + "\": "
                    + WebhookFailure.of(e, target.client().endpoint()));
        } catch (TimeoutException _) {
            return new Answer.Failed("Post \"" + shown + "\": context deadline exceeded");
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return new Answer.Misconfigured("could not get REST client: " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new RefusedException(new Refusal.Unavailable("the server is stopping"));
        }
    }

    private static String shown(WebhookEndpoint endpoint) {
        return switch (endpoint) {
            case WebhookEndpoint.Url(var text) -> text;
            case WebhookEndpoint.Service service ->
                "https://" + service.host() + ":" + service.port() + slashed(service.path());
        };
    }

    private static String slashed(String path) {
        return path.startsWith("/") ? path : "/" + path;
    }

    private Place place(WebhookEndpoint endpoint, String timeout) throws IOException {
        return switch (endpoint) {
            case WebhookEndpoint.Url(var text) -> new Place(text + timeout, "");
            case WebhookEndpoint.Service service -> {
                var url = "https://" + addresses.of(service) + slashed(service.path()) + timeout;
                yield new Place(url, service.host());
            }
        };
    }

    /** The time is for the whole answer: a request's own timeout would end with its headers. */
    private HttpResponse<byte[]> send(Target target, Place place, byte[] body)
            throws IOException, GeneralSecurityException, InterruptedException, TimeoutException {
        var request = HttpRequest.newBuilder(URI.create(place.url()))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .header("User-Agent", target.agent())
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        var client = connections.to(target.client().caBundle(), place.name());
        var pending = client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), target.mostBytes()));
        try {
            return pending.get(target.timeout().toMillis(), TimeUnit.MILLISECONDS);
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
