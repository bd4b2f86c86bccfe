package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plimsoll.apiserver.identity.User;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.store.Delivery;
import dev.plimsoll.store.Event;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.testing.MemoryStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A server on a free port of this machine, in memory unless it is given a store, and a client of it. */
final class TestServer implements AutoCloseable {
    static final String TOKEN = "test-token";
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final Store store;
    private final boolean ownsStore;
    private final Queue<Throwable> defects = new ConcurrentLinkedQueue<>();
    private final ApiServer server;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    /** Over plain HTTP. */
    TestServer() {
        this(new MemoryStore(), true, true);
    }

    /** Over plain HTTP, on a store that is closed with the server. */
    static TestServer on(Store store) {
        return new TestServer(store, true, true);
    }

    /** Over TLS, on a store that is closed with the server. */
    static TestServer secureOn(Store store) {
        return new TestServer(store, true, false);
    }

    /** Over TLS, for clients that know a kubeconfig: they do not send tokens without it. */
    static TestServer secure() {
        return new TestServer(new MemoryStore(), true, false);
    }

    /** Another server on the same store. */
    TestServer another() {
        return new TestServer(store, false, true);
    }

    private TestServer(Store store, boolean ownsStore, boolean plain) {
        this.store = store;
        this.ownsStore = ownsStore;
        var settings = new Settings(
                "127.0.0.1",
                0,
                plain,
                Map.of(TOKEN, new User("admin", "", List.of(User.MASTERS))),
                FeatureGates.DEFAULT,
                InstantSource.system(),
                new Random(1),
                () -> UUID.randomUUID().toString());
        server = ApiServer.start(store, Pki.inMemory(Instant.now()), settings, defects::add);
    }

    /** An answer; the body is missing where it is not JSON. */
    record Answer(int status, String type, String text, String warning) {
        JsonNode json() {
            try {
                return MAPPER.readTree(text);
            } catch (IOException _) {
                return MissingNode.getInstance();
            }
        }

        String message() {
            return json().path("message").asText();
        }
    }

    ApiServer server() {
        return server;
    }

    Queue<Throwable> defects() {
        return defects;
    }

    /** Every version of every object under a prefix, in the order in which they were written. */
    List<StoredObject> history(String prefix) {
        var kind = Kinds.bundled().named("", "Pod");
        var versions = new ArrayList<StoredObject>();
        var end = store.revision();
        try (var watch = store.watch(prefix, 1)) {
            watch.progressTo(end);
            while (true) {
                switch (watch.next(Duration.ofSeconds(30))) {
                    case Delivery.Events(var events, var through) -> {
                        for (var event : events) {
                            switch (event) {
                                case Event.Created(var entry) -> versions.add(StoredObject.of(kind, entry));
                                case Event.Replaced(var entry, var _) -> versions.add(StoredObject.of(kind, entry));
                                case Event.Deleted _ -> {}
                            }
                        }
                        if (through >= end) return versions;
                    }
                    case Delivery.Progress(var through) -> {
                        if (through >= end) return versions;
                    }
                    case Delivery.Ended ended -> throw new IllegalStateException("ended: " + ended);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    Answer call(String method, String path, String body) {
        return call(method, path, body, Map.of("Content-Type", "application/json"));
    }

    Answer get(String path) {
        return call("GET", path, "");
    }

    Answer post(String path, String body) {
        return call("POST", path, body);
    }

    Answer patch(String type, String path, String body) {
        return call("PATCH", path, body, Map.of("Content-Type", "application/" + type));
    }

    Answer call(String method, String path, String body, Map<String, String> headers) {
        var request = request(method, path, body).setHeader("Authorization", "Bearer " + TOKEN);
        headers.forEach(request::setHeader);
        return send(request.build());
    }

    Answer anonymously(String method, String path, String body, Map<String, String> headers) {
        var request = request(method, path, body);
        headers.forEach(request::setHeader);
        return send(request.build());
    }

    private HttpRequest.Builder request(String method, String path, String body) {
        return HttpRequest.newBuilder(URI.create(server.url() + path))
                .timeout(Duration.ofSeconds(30))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
    }

    private Answer send(HttpRequest request) {
        try {
            var response = client.send(request, HttpResponse.BodyHandlers.ofString());
            var type = response.headers().firstValue("Content-Type").orElse("");
            var semicolon = type.indexOf(';');
            return new Answer(
                    response.statusCode(),
                    semicolon < 0 ? type : type.substring(0, semicolon),
                    response.body(),
                    response.headers().firstValue("Warning").orElse(""));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        client.close();
        server.close();
        if (ownsStore) store.close();
    }
}
