package dev.plimsoll.testkit.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A server for admission webhooks in the process of a test, with a certificate that the cluster's authority signed. Closing it takes
 * back what was registered.
 */
public final class LocalWebhook implements AutoCloseable {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final ClusterCalls calls;
    private final String number;
    private final String authority;
    private final HttpsServer server;
    private final ExecutorService executor;

    private LocalWebhook(
            ClusterCalls calls, String number, String authority, HttpsServer server, ExecutorService executor) {
        this.calls = calls;
        this.number = number;
        this.authority = authority;
        this.server = server;
        this.executor = executor;
    }

    static LocalWebhook start(ClusterCalls calls, UnaryOperator<ApiDocument> review) throws IOException {
        var password = UUID.randomUUID().toString();
        var opened = calls.ask("webhook", password);
        var server = HttpsServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0), 0);
        server.setHttpsConfigurator(
                new HttpsConfigurator(tls(Base64.getDecoder().decode(opened.get(1)), password.toCharArray())));
        var executor = Executors.newCachedThreadPool(task -> {
            var thread = new Thread(task, "plimsoll-test-webhook");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(executor);
        server.createContext("/", exchange -> answer(exchange, review));
        server.start();
        return new LocalWebhook(calls, opened.get(0), opened.get(2), server, executor);
    }

    private static SSLContext tls(byte[] pkcs12, char[] password) throws IOException {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(pkcs12), password);
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("the key for the webhook cannot be used", e);
        }
    }

    /** A review is answered with the response that the handler makes of its request; the uid is put in. */
    private static void answer(HttpExchange exchange, UnaryOperator<ApiDocument> review) throws IOException {
        try (exchange) {
            var asked = ApiDocument.parse(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            var request = asked.path("request");
            var response = new LinkedHashMap<String, @Nullable Object>();
            if (review.apply(request).value() instanceof Map<?, ?> made)
                made.forEach((key, value) -> response.put(String.valueOf(key), value));
            response.put("uid", request.path("uid").asText());
            var answered = new LinkedHashMap<String, @Nullable Object>();
            answered.put("apiVersion", asked.path("apiVersion").asText());
            answered.put("kind", asked.path("kind").asText());
            answered.put("response", response);
            var bytes = JsonText.write(answered).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** A response that allows. */
    public static ApiDocument allowed() {
        return ApiDocument.of(Map.of("allowed", true));
    }

    /** A response that denies, and why. */
    public static ApiDocument denied(String message) {
        return ApiDocument.of(
                Map.of("allowed", false, "status", Map.of("message", message, "code", new BigDecimal(403))));
    }

    /** A response that allows with changes, as a JSON patch. */
    public static ApiDocument patched(String jsonPatch) {
        var patch = Base64.getEncoder().encodeToString(jsonPatch.getBytes(StandardCharsets.UTF_8));
        return ApiDocument.of(Map.of("allowed", true, "patchType", "JSONPatch", "patch", patch));
    }

    public URI url() {
        return URI.create("https://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** The certificate of who signed the server's, as PEM: for a configuration that a test writes itself. */
    public String authority() {
        return authority;
    }

    /** Has the cluster ask about a resource; operations such as {@code CREATE} and {@code UPDATE}. */
    public LocalWebhook validates(String group, String version, String resource, String... operations) {
        return register("Validating", group, version, resource, operations);
    }

    /** The same for one that may change objects. */
    public LocalWebhook mutates(String group, String version, String resource, String... operations) {
        return register("Mutating", group, version, resource, operations);
    }

    private LocalWebhook register(String type, String group, String version, String resource, String... operations) {
        var message = new ArrayList<>(List.of(number, type, url().toString(), group, version, resource));
        message.addAll(List.of(operations));
        calls.tell("registerWebhook", message.toArray(String[]::new));
        return this;
    }

    @Override
    public void close() {
        calls.tell("closeWebhook", number);
        server.stop(0);
        executor.shutdownNow();
    }
}
