package dev.plimsoll.testkit.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final HttpsServer server;
    private final ExecutorService executor;
    private final ApiClient client;
    private final String authority;
    private final List<Registered> registered = new ArrayList<>();

    private record Registered(ApiResource resource, String name) {}

    private LocalWebhook(HttpsServer server, ExecutorService executor, ApiClient client, String authority) {
        this.server = server;
        this.executor = executor;
        this.client = client;
        this.authority = authority;
    }

    static LocalWebhook start(Pki pki, ApiClient client, UnaryOperator<ObjectNode> review) throws IOException {
        var tls = pki.serving("test-webhook", List.of("localhost"), List.of(LOOPBACK))
                .context(null);
        var server = HttpsServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        var executor = Executors.newCachedThreadPool(
                Thread.ofPlatform().daemon().name("test-webhook-", 0).factory());
        server.setExecutor(executor);
        server.createContext("/", exchange -> answer(exchange, review));
        server.start();
        return new LocalWebhook(server, executor, client, Pem.of(pki.authority().certificate()));
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
        return authority;
    }

    /** Has the cluster ask about a resource; operations such as {@code CREATE} and {@code UPDATE}. */
    public LocalWebhook validates(String group, String version, String resource, String... operations) {
        return register("Validating", group, version, resource, List.of(operations));
    }

    /** The same for one that may change objects. */
    public LocalWebhook mutates(String group, String version, String resource, String... operations) {
        return register("Mutating", group, version, resource, List.of(operations));
    }

    private LocalWebhook register(String type, String group, String version, String resource, List<String> operations) {
        var kind = type + "WebhookConfiguration";
        var configurations = ApiResource.clustered(
                "admissionregistration.k8s.io",
                "v1",
                type.equals("Mutating") ? "mutatingwebhookconfigurations" : "validatingwebhookconfigurations",
                kind);
        var name = "test-" + resource + "-" + url().getPort() + "-" + registered.size();
        var configuration = ClientJson.object()
                .put("apiVersion", "admissionregistration.k8s.io/v1")
                .put("kind", kind);
        configuration.withObject("/metadata").put("name", name);
        var hook = configuration.putArray("webhooks").addObject();
        hook.put("name", resource + ".test.plimsoll.dev")
                .put("sideEffects", "None")
                .put("failurePolicy", "Fail");
        hook.putArray("admissionReviewVersions").add("v1");
        hook.withObject("/clientConfig")
                .put("url", url().toString())
                .put("caBundle", Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.UTF_8)));
        var rule = hook.putArray("rules").addObject();
        rule.putArray("apiGroups").add(group);
        rule.putArray("apiVersions").add(version);
        rule.putArray("resources").add(resource);
        var wanted = rule.putArray("operations");
        (operations.isEmpty() ? List.of("*") : operations).forEach(wanted::add);
        var created = client.create(configurations, configuration);
        if (created.done().isEmpty()) throw new AssertionError("the webhook is not registered: " + created.problem());
        registered.add(new Registered(configurations, name));
        return this;
    }

    @Override
    public void close() {
        for (var each : registered) {
            var gone = client.delete(each.resource(), ObjectName.ofCluster(each.name()), DeleteOptions.DEFAULT);
            if (!gone.isDeleted()) throw new AssertionError(each.name() + " is still registered: " + gone.problem());
        }
        registered.clear();
        server.stop(0);
        executor.shutdownNow();
    }
}
