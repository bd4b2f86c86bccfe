package dev.plimsoll.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.memory.MemoryStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** An API server over TLS on a free port of this machine, and clients of it that are whoever a test wants them to be. */
public final class SecureServer implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String PASSWORD = "secret";

    private final Store store;
    private final Queue<Throwable> defects = new ConcurrentLinkedQueue<>();
    private final ApiServer server;
    private final Map<String, Client> clients = new ConcurrentHashMap<>();

    public SecureServer() {
        this(new MemoryStore(), ApiServerSettings.Extras.DEFAULT, InstantSource.system());
    }

    /** On a store that is closed with the server. */
    public SecureServer(Store store, ApiServerSettings.Extras extras, InstantSource clock) {
        this.store = store;
        this.server = ApiServer.start(
                store,
                Pki.inMemory(Instant.now()),
                new ApiServerSettings(
                        "127.0.0.1",
                        0,
                        false,
                        Map.of(),
                        FeatureGates.DEFAULT,
                        clock,
                        new Random(1),
                        () -> UUID.randomUUID().toString(),
                        extras),
                defects::add);
    }

    public ApiServer server() {
        return server;
    }

    /** Exceptions that are mistakes of the server. */
    public List<Throwable> defects() {
        return List.copyOf(defects);
    }

    /** A member of {@code system:masters}. */
    public Client admin() {
        return user("admin", "system:masters");
    }

    public Client node(String name) {
        return user("system:node:" + name, "system:nodes");
    }

    /** Somebody with a client certificate. */
    public Client user(String name, String... groups) {
        return clients.computeIfAbsent(
                name + "/" + String.join("/", groups), _ -> new Client(certified(name, groups), Map.of()));
    }

    /** Somebody with a bearer token. */
    public Client bearer(String token) {
        return new Client(
                clients.computeIfAbsent("", _ -> new Client(uncertified(), Map.of())).http,
                Map.of("Authorization", "Bearer " + token));
    }

    /** Somebody without credentials. */
    public Client anonymous() {
        return clients.computeIfAbsent("", _ -> new Client(uncertified(), Map.of()));
    }

    /** TLS that trusts the server and shows no certificate. */
    public SSLContext tls() {
        try {
            var tls = SSLContext.getInstance("TLS");
            tls.init(null, trust().getTrustManagers(), null);
            return tls;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpClient uncertified() {
        return HttpClient.newBuilder().sslContext(tls()).build();
    }

    private HttpClient certified(String name, String... groups) {
        try {
            var authority = server.pki().authority();
            var identity = authority.client(name, List.of(groups), Instant.now());
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(authority.keyStore(identity, PASSWORD), PASSWORD.toCharArray());
            var tls = SSLContext.getInstance("TLS");
            tls.init(keys.getKeyManagers(), trust().getTrustManagers(), null);
            return HttpClient.newBuilder().sslContext(tls).build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private TrustManagerFactory trust() throws GeneralSecurityException {
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(server.pki().authority().trustStore());
        return trust;
    }

    /** An answer; its JSON is missing where the body is none. */
    public record Answer(int status, String text, Map<String, List<String>> headers) {
        public JsonNode json() {
            try {
                return MAPPER.readTree(text);
            } catch (IOException _) {
                return MissingNode.getInstance();
            }
        }

        public String message() {
            return json().path("message").asText();
        }

        public List<String> header(String name) {
            return headers.getOrDefault(name.toLowerCase(java.util.Locale.ROOT), List.of());
        }
    }

    /** The connection ended before the response. */
    static final class Unanswered extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        private Unanswered(String request, IOException cause) {
            super(request, cause);
        }
    }

    /** One identity's way to the server. */
    public final class Client {
        private final HttpClient http;
        private final Map<String, String> headers;

        private Client(HttpClient http, Map<String, String> headers) {
            this.http = http;
            this.headers = Map.copyOf(headers);
        }

        public HttpClient http() {
            return http;
        }

        /** The same identity with more headers. */
        public Client with(Map<String, String> more) {
            var all = new java.util.HashMap<>(headers);
            all.putAll(more);
            return new Client(http, all);
        }

        public Answer get(String path) {
            return call("GET", path, "");
        }

        public Answer delete(String path) {
            return call("DELETE", path, "");
        }

        public Answer post(String path, String body) {
            return call("POST", path, body);
        }

        public Answer put(String path, String body) {
            return call("PUT", path, body);
        }

        public Answer patch(String path, String mergePatch) {
            return call("PATCH", path, mergePatch);
        }

        /** Bodies are JSON; that of a PATCH is a merge patch unless a header says otherwise. */
        public Answer call(String method, String path, String body) {
            var request = HttpRequest.newBuilder(URI.create(server.url() + path))
                    .timeout(Duration.ofSeconds(60))
                    .setHeader(
                            "Content-Type",
                            method.equals("PATCH") ? "application/merge-patch+json" : "application/json")
                    .method(
                            method,
                            body.isEmpty()
                                    ? HttpRequest.BodyPublishers.noBody()
                                    : HttpRequest.BodyPublishers.ofString(body));
            headers.forEach(request::setHeader);
            try {
                var response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
                return new Answer(
                        response.statusCode(),
                        response.body(),
                        response.headers().map());
            } catch (IOException e) {
                throw new Unanswered(method + " " + path, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() {
        for (var client : clients.values()) client.http.close();
        server.close();
        store.close();
    }
}
