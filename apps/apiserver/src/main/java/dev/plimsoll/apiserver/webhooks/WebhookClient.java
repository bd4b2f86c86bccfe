package dev.plimsoll.apiserver.webhooks;

import dev.plimsoll.apiserver.nodes.PodRelay;
import dev.plimsoll.apiserver.nodes.StreamExchange;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.admission.WebhookClientConfig;
import dev.plimsoll.kinds.admission.WebhookEndpoint;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.streams.ResponseHead;
import dev.plimsoll.streams.http.RequestHead;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sends questions to programs outside the server. */
public final class WebhookClient implements AutoCloseable {
    private final ServiceAddress addresses;
    private final WebhookTransport transport;
    private final @Nullable PodRelay podsOrNull;

    /** Over HTTPS. */
    public WebhookClient(Registry registry, Kinds kinds) {
        this(registry, kinds, WebhookTransport.https());
    }

    public WebhookClient(Registry registry, Kinds kinds, WebhookTransport transport) {
        this(registry, kinds, transport, null);
    }

    /**
     * One that reaches pods too.
     *
     * @param podsOrNull the way to pods that only their node reaches; null for one that does not take it
     */
    public WebhookClient(Registry registry, Kinds kinds, WebhookTransport transport, @Nullable PodRelay podsOrNull) {
        this.addresses = new ServiceAddress(registry, kinds);
        this.transport = transport;
        this.podsOrNull = podsOrNull;
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
    private record Place(String url, String name, PodRelay.@Nullable Way wayOrNull) {}

    public Answer ask(Target target, byte[] question) {
        var timeout = "?timeout=" + target.timeout().toSeconds() + "s";
        var shown = shown(target.client().endpoint()) + timeout;
        try {
            var place = place(target.client().endpoint(), timeout);
            var reply = sent(
                    new WebhookTransport.Post(URI.create(place.url()), place.name(), target, question),
                    place.wayOrNull());
            return reply.status() / 100 == 2
                    ? new Answer.Body(reply.body())
                    : new Answer.Failed(WebhookFailure.ofStatus(reply.status(), reply.body()));
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
            case WebhookEndpoint.Url(var text) -> new Place(text + timeout, "", null);
            case WebhookEndpoint.Service service -> {
                var found = addresses.place(service);
                var url = "https://" + found.text() + slashed(service.path()) + timeout;
                yield new Place(url, service.host(), found.wayOrNull());
            }
        };
    }

    private WebhookTransport.Reply sent(WebhookTransport.Post post, PodRelay.@Nullable Way wayOrNull)
            throws IOException, GeneralSecurityException, InterruptedException, TimeoutException {
        return wayOrNull != null && podsOrNull != null ? relayed(post, wayOrNull, podsOrNull) : transport.send(post);
    }

    private static WebhookTransport.Reply relayed(WebhookTransport.Post post, PodRelay.Way way, PodRelay pods)
            throws IOException, GeneralSecurityException, TimeoutException {
        var head = new RequestHead(
                "POST",
                post.url().getRawPath() + "?" + post.url().getRawQuery(),
                List.of(
                        new ResponseHead.Field("Host", post.peer()),
                        new ResponseHead.Field("Content-Type", "application/json"),
                        new ResponseHead.Field("Accept", "application/json"),
                        new ResponseHead.Field("User-Agent", post.target().agent()),
                        new ResponseHead.Field("Content-Length", String.valueOf(post.body().length)),
                        new ResponseHead.Field("Connection", "close")));
        var trust = Trust.in(post.target().client().caBundle());
        var answer = StreamExchange.send(
                () -> pods.secure(way, post.peer(), trust),
                head,
                post.body(),
                post.target().timeout(),
                post.target().mostBytes());
        return new WebhookTransport.Reply(answer.status(), answer.body());
    }

    @Override
    public void close() {
        transport.close();
    }
}
