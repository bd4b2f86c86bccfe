package dev.plimsoll.apiserver.aggregation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plimsoll.apiserver.aggregation.ApiService.Backend;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.kinds.discovery.Availability;
import dev.plimsoll.kinds.discovery.RegisteredVersion;
import dev.plimsoll.kinds.openapi.OpenApi;
import dev.plimsoll.objects.access.User;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks a backend for its list of resources: who can tell what it has is available. */
final class DiscoveryCheck {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MOST_BYTES = 4 << 20;
    private static final User AGGREGATOR = new User("system:kube-aggregator", "", List.of(User.MASTERS));
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final BackendConnections connections;
    private final BackendCatalog catalog;

    DiscoveryCheck(BackendConnections connections, BackendCatalog catalog) {
        this.connections = connections;
        this.catalog = catalog;
    }

    /** Notes what the backend has; empty text if it told, otherwise why not. */
    Availability of(RegisteredVersion registration, Backend.Remote backend) throws InterruptedException {
        var path = "/apis/" + registration.apiVersion();
        var shown =
                "https://" + backend.service().host() + ":" + backend.service().port() + path;
        try {
            var base = connections.base(backend);
            shown = base + path;
            var client = connections.client(backend);
            var answer = ask(client, URI.create(shown));
            if (answer.statusCode() / 100 != 2)
                return Availability.failedDiscovery(shown, "bad status from " + shown + ": " + answer.statusCode());
            catalog.put(
                    registration.apiVersion(),
                    new BackendCatalog.Entry(read(answer.body()), schemaHash(client, base, registration.apiVersion())));
            return Availability.PASSED;
        } catch (IOException | IllegalArgumentException e) {
            return Availability.failedDiscovery(shown, "Get \"" + shown + "\": " + text(e));
        } catch (TimeoutException _) {
            return Availability.failedDiscovery(shown, "Get \"" + shown + "\": context deadline exceeded");
        }
    }

    private static String text(Exception problem) {
        var message = problem.getMessage();
        return message == null || message.isEmpty() ? problem.getClass().getSimpleName() : message;
    }

    /** Empty if the backend has no schemas in the newer form, which is no mistake. */
    private static String schemaHash(HttpClient client, URI base, String apiVersion) throws InterruptedException {
        try {
            var answer = ask(client, URI.create(base + "/openapi/v3"));
            if (answer.statusCode() != 200) return "";
            return OpenApi.hashIn(read(answer.body()), apiVersion);
        } catch (IOException | TimeoutException _) {
            return "";
        }
    }

    private static JsonNode read(byte[] body) {
        try {
            return MAPPER.readTree(body);
        } catch (IOException _) {
            // A backend that answers something else is reached all the same; it has nothing to show.
            return MissingNode.getInstance();
        }
    }

    /** The time is for the whole answer: a request's own timeout would end with its headers. */
    private static HttpResponse<byte[]> ask(HttpClient client, URI page)
            throws IOException, InterruptedException, TimeoutException {
        var request = HttpRequest.newBuilder(page).header("Accept", "application/json");
        for (var field : RemoteIdentity.of(AGGREGATOR)) request.header(field.name(), field.value());
        var pending = client.sendAsync(request.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
        try (var _ = ComponentThreads.pendingAnswer()) {
            return pending.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException broken) throw broken;
            throw new IOException(e.getCause());
        } finally {
            pending.cancel(true);
        }
    }
}
