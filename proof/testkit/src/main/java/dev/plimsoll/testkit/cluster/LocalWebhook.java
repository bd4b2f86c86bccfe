package dev.plimsoll.testkit.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.plimsoll.client.ClientJson;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/**
 * A server for admission webhooks in the process of a test, with a certificate that the cluster's authority signed. Closing it takes
 * back what was registered.
 */
public final class LocalWebhook implements AutoCloseable {
    private final HttpsServer server;
    private final ExecutorService executor;
    private final WebhookRegistrations registrations;

    private LocalWebhook(HttpsServer server, ExecutorService executor, WebhookRegistrations registrations) {
        this.server = server;
        this.executor = executor;
        this.registrations = registrations;
    }

    static LocalWebhook start(WebhookRegistrations registrations, UnaryOperator<ObjectNode> review) throws IOException {
        var server = HttpsServer.create(new InetSocketAddress(WebhookRegistrations.LOOPBACK, 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(registrations.context()));
        var executor = Executors.newCachedThreadPool(
                Thread.ofPlatform().daemon().name("test-webhook-", 0).factory());
        server.setExecutor(executor);
        server.createContext("/", exchange -> answer(exchange, review));
        server.start();
        return new LocalWebhook(server, executor, registrations);
    }

    /** A review is answered with the response that the handler makes of its request; the uid is put in. */
    private static void answer(HttpExchange exchange, UnaryOperator<ObjectNode> review) throws IOException {
        try (exchange) {
            var asked = ClientJson.read(exchange.getRequestBody().readAllBytes())
                    .orElseThrow(() -> new IOException("the API server sent no review"));
            var request = asked.withObject("/request");
            var answered = ClientJson.object();
            answered.set("apiVersion", asked.path("apiVersion"));
            answered.set("kind", asked.path("kind"));
            answered.set(
                    "response",
                    review.apply(request.deepCopy())
                            .put("uid", request.path("uid").asText()));
            var bytes = ClientJson.bytes(answered);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** A response that allows. */
    public static ObjectNode allowed() {
        return ClientJson.object().put("allowed", true);
    }

    /** A response that denies, and why. */
    public static ObjectNode denied(String message) {
        var response = ClientJson.object().put("allowed", false);
        response.withObject("/status").put("message", message).put("code", 403);
        return response;
    }

    /** A response that allows with changes, as a JSON patch. */
    public static ObjectNode patched(String jsonPatch) {
        return allowed()
                .put("patchType", "JSONPatch")
                .put("patch", Base64.getEncoder().encodeToString(jsonPatch.getBytes(StandardCharsets.UTF_8)));
    }

    public URI url() {
        return URI.create("https://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** The certificate of who signed the server's, as PEM: for a configuration that a test writes itself. */
    public String authority() {
        return registrations.authority();
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
        registrations.register(type, url(), group, version, resource, List.of(operations));
        return this;
    }

    @Override
    public void close() {
        registrations.close();
        server.stop(0);
        executor.shutdownNow();
    }
}
