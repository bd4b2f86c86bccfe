package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.Delivery;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreEvent;
import dev.plimsoll.store.memory.MemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
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
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A server on a free port of this machine, in memory unless it is given a store, and a client of it. */
final class TestServer implements AutoCloseable {
    static final String TOKEN = "test-token";
    /** Of somebody without any role. */
    static final String USER_TOKEN = "user-token";

    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final Store store;
    private final boolean ownsStore;
    private final Queue<Throwable> defects = new ConcurrentLinkedQueue<>();
    private final ApiServer server;
    private final HttpClient client;

    /** Over plain HTTP. */
    TestServer() {
        this(new MemoryStore(), true, true, ApiServerSettings.Extras.DEFAULT);
    }

    /** Over plain HTTP, on a store that is closed with the server. */
    static TestServer on(Store store) {
        return new TestServer(store, true, true, ApiServerSettings.Extras.DEFAULT);
    }

    /** The same with settings of the caller's. */
    static TestServer on(Store store, ApiServerSettings.Extras extras) {
        return new TestServer(store, true, true, extras);
    }

    /** Over TLS, on a store that is closed with the server. */
    static TestServer secureOn(Store store) {
        return new TestServer(store, true, false, ApiServerSettings.Extras.DEFAULT);
    }

    /** Over TLS, for clients that know a kubeconfig: they do not send tokens without it. */
    static TestServer secure() {
        return new TestServer(new MemoryStore(), true, false, ApiServerSettings.Extras.DEFAULT);
    }

    /** Another server on the same store. */
    TestServer another() {
        return new TestServer(store, false, true, ApiServerSettings.Extras.DEFAULT);
    }

    TestServer(boolean plain, ApiServerSettings.Extras extras) {
        this(new MemoryStore(), true, plain, extras);
    }

    /** With other gates. */
    static TestServer under(FeatureGates gates) {
        return new TestServer(new MemoryStore(), true, true, ApiServerSettings.Extras.DEFAULT, gates);
    }

    private TestServer(Store store, boolean ownsStore, boolean plain, ApiServerSettings.Extras extras) {
        this(store, ownsStore, plain, extras, FeatureGates.DEFAULT);
    }

    private TestServer(
            Store store, boolean ownsStore, boolean plain, ApiServerSettings.Extras extras, FeatureGates gates) {
        this.store = store;
        this.ownsStore = ownsStore;
        var settings = new ApiServerSettings(
                "127.0.0.1",
                0,
                plain,
                Map.of(
                        TOKEN,
                        new User("admin", "", List.of(User.MASTERS)),
                        USER_TOKEN,
                        new User("jane", "", List.of(User.AUTHENTICATED))),
                gates,
                InstantSource.system(),
                new Random(1),
                () -> UUID.randomUUID().toString(),
                extras);
        server = ApiServer.start(store, Pki.inMemory(Instant.now()), settings, defects::add);
        client = plain
                ? HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build()
                : client(null);
    }

    /** A client that trusts this server, and that shows a certificate if it has one. */
    HttpClient client(KeyManager @Nullable [] keys) {
        try {
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(server.pki().authority().trustStore());
            var tls = SSLContext.getInstance("TLS");
            tls.init(keys, trust.getTrustManagers(), null);
            return HttpClient.newBuilder()
                    .sslContext(tls)
                    .connectTimeout(Duration.ofSeconds(10))
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An answer; the body is missing where it is not JSON. */
    record Answer(int status, String type, String text, String warning, Map<String, List<String>> headers) {
        String header(String name) {
            return headers.getOrDefault(name, List.of("")).getFirst();
        }

        JsonNode json() {
            if (type.equals("application/yaml")) {
                return MAPPER.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(text));
            }
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
                                case StoreEvent.Created(var entry) -> versions.add(StoredObject.of(kind, entry));
                                case StoreEvent.Replaced(var entry, var _) ->
                                    versions.add(StoredObject.of(kind, entry));
                                case StoreEvent.Deleted _ -> {}
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

    /** An answer that is not read. */
    InputStream opened(String path) throws IOException, InterruptedException {
        return opened(path, "*/*").body();
    }

    /** The same, in a form that is asked for. */
    HttpResponse<InputStream> opened(String path, String accept) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .setHeader("Authorization", "Bearer " + TOKEN)
                .setHeader("Accept", accept)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    }

    /** A request whose body and answer are bytes. */
    HttpResponse<byte[]> exchange(String method, String path, byte[] body, Map<String, String> headers)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .timeout(Duration.ofSeconds(30))
                .setHeader("Authorization", "Bearer " + TOKEN)
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach(request::setHeader);
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    /** As somebody without any role. */
    Answer asUser(String method, String path, String body) {
        return call(
                method,
                path,
                body,
                Map.of("Content-Type", "application/json", "Authorization", "Bearer " + USER_TOKEN));
    }

    /** The value of a metric, the sum over its labels; 0 if there is none. */
    double metric(String name, String... labels) {
        var sum = 0.0;
        for (var line : get("/metrics").text().lines().toList()) {
            if (!line.startsWith(name + "{") && !line.startsWith(name + " ")) continue;
            var matches = true;
            for (var label : labels) matches &= line.contains(label);
            if (matches) sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
        }
        return sum;
    }

    /** Asks until it is so; not longer than half a minute. */
    static void eventually(String what, java.util.function.BooleanSupplier condition) {
        var end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) throw new AssertionError("not within 30 seconds: " + what);
            Thread.onSpinWait();
        }
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
                    response.headers().firstValue("Warning").orElse(""),
                    response.headers().map());
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
