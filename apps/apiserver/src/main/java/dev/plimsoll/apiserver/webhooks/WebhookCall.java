package dev.plimsoll.apiserver.webhooks;

import dev.plimsoll.apiserver.admission.Review;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.refusal.Refusal;
import dev.plimsoll.apiserver.refusal.RefusedException;
import dev.plimsoll.apiserver.storage.Json;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.webhooks.Verdict.Remarks;
import dev.plimsoll.codec.json.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Asks one webhook about one write. */
final class WebhookCall {
    private final Registry registry;
    private final Kind services;
    private final Supplier<String> uids;
    private final WebhookConnections connections;

    WebhookCall(Registry registry, Kind services, Supplier<String> uids, WebhookConnections connections) {
        this.registry = registry;
        this.services = services;
        this.uids = uids;
        this.connections = connections;
    }

    /** Where a request goes: the address, the name that the peer must prove, and what messages call it. */
    private record Place(String url, String name, String shown) {}

    Verdict ask(Webhook webhook, boolean mutating, Review review) {
        if (webhook.conditional()) {
            return new Verdict.Failed("matchConditions are not supported by this server");
        }
        if (webhook.namespaceSelector() == null || webhook.objectSelector() == null) {
            return new Verdict.Failed("a selector has an unknown operator");
        }
        if (review.dryRun() && !webhook.supportsDryRun()) {
            return new Verdict.Rejected(
                    new Refusal.BadRequest("admission webhook \"" + webhook.name() + "\" does not support dry run"),
                    Remarks.NONE);
        }
        var uid = uids.get();
        var body = Json.bytes(AdmissionReview.request(uid, review));
        var timeout = "?timeout=" + webhook.timeout().toSeconds() + "s";
        var shown = shown(webhook.endpoint()) + timeout;
        try {
            var place = place(webhook.endpoint(), timeout, shown);
            var response = send(webhook, place, body);
            if (response.statusCode() / 100 == 2) return new WebhookReply(webhook, mutating, uid).read(response.body());
            return new Verdict.Failed(
                    "failed to call webhook: " + WebhookFailure.ofStatus(response.statusCode(), response.body()));
        } catch (IOException e) {
            return failed(shown, WebhookFailure.of(e, webhook.endpoint()));
        } catch (TimeoutException _) {
            return failed(shown, "context deadline exceeded");
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return new Verdict.Failed("could not get REST client: " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new RefusedException(new Refusal.Unavailable("the server is stopping"));
        }
    }

    private static Verdict failed(String url, String why) {
        return new Verdict.Failed("failed to call webhook: Post \"" + url + "\": " + why);
    }

    private static String shown(Endpoint endpoint) {
        return switch (endpoint) {
            case Endpoint.Url(var text) -> text;
            case Endpoint.Service service ->
                "https://" + service.host() + ":" + service.port() + slashed(service.path());
        };
    }

    private static String slashed(String path) {
        return path.startsWith("/") ? path : "/" + path;
    }

    private Place place(Endpoint endpoint, String timeout, String shown) throws IOException {
        return switch (endpoint) {
            case Endpoint.Url(var text) -> new Place(text + timeout, "", shown);
            case Endpoint.Service service -> {
                var address = address(service);
                var host = address.indexOf(':') < 0 ? address : "[" + address + "]";
                var url = "https://" + host + ":" + service.port() + slashed(service.path()) + timeout;
                yield new Place(url, service.host(), shown);
            }
        };
    }

    /** The address of the service itself; there is no name service here that would know it. */
    private String address(Endpoint.Service wanted) throws IOException {
        var found = registry.find(services, wanted.namespace(), wanted.name());
        if (found.isEmpty()) throw new IOException("service \"" + wanted.name() + "\" not found");
        var spec = found.get().tree().path("spec");
        var listed = false;
        for (var port : spec.path("ports")) listed |= port.path("port").asInt() == wanted.port();
        if (!listed)
            throw new IOException("no service port " + wanted.port() + " found for service \"" + wanted.name() + "\"");
        var address = spec.path("clusterIP").asText();
        if (address.isEmpty() || address.equals("None")) {
            throw new IOException("service \"" + wanted.name() + "\" has no clusterIP");
        }
        return address;
    }

    /** The time is for the whole answer: a request's own timeout would end with its headers. */
    private HttpResponse<byte[]> send(Webhook webhook, Place place, byte[] body)
            throws IOException, GeneralSecurityException, InterruptedException, TimeoutException {
        var request = HttpRequest.newBuilder(URI.create(place.url()))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .header("User-Agent", "kube-apiserver-admission")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        var client = connections.to(webhook.caBundle(), place.name());
        var pending =
                client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), StrictJson.DEFAULT_BYTES));
        try {
            return pending.get(webhook.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException broken) throw broken;
            throw new IOException(e.getCause());
        } finally {
            pending.cancel(true);
        }
    }
}
