package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A webhook of the tests: a real HTTPS server of this machine, with a certificate of an authority of its own. */
final class TestWebhook implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final char[] PASSWORD = "test".toCharArray();

    private final Authority authority = Authority.create("webhook-ca", Instant.now());
    private final Queue<JsonNode> requests = new ConcurrentLinkedQueue<>();
    private final Queue<String> versions = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpsServer server;

    TestWebhook() {
        this(List.of(InetAddress.ofLiteral("127.0.0.1")));
    }

    /** With a certificate for some addresses. */
    TestWebhook(List<InetAddress> addresses) {
        this(addresses, "127.0.0.1");
    }

    TestWebhook(List<InetAddress> addresses, String host) {
        try {
            var identity = authority.server("webhook", List.of("hook.default.svc"), addresses, Instant.now());
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(authority.keyStore(identity, new String(PASSWORD)), PASSWORD);
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            server = HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral(host), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(context));
            server.setExecutor(threads);
            on("/allow", (_, response) -> response.put("allowed", true));
            on("/wronguid", (_, response) -> response.put("allowed", true).put("uid", "another"));
            server.createContext("/garbage", exchange -> answer(exchange, "<html>no</html>"));
            server.createContext("/slow", exchange -> {
                awaitClosing();
                exchange.close();
            });
            server.createContext("/half", exchange -> {
                exchange.sendResponseHeaders(200, 100_000);
                exchange.getResponseBody().write('{');
                exchange.getResponseBody().flush();
                awaitClosing();
                exchange.close();
            });
            server.createContext("/broken", exchange -> {
                exchange.sendResponseHeaders(500, 4);
                exchange.getResponseBody().write("oops".getBytes(StandardCharsets.UTF_8));
                exchange.close();
            });
            server.start();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitClosing() {
        try {
            closing.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers at a path; the response has the uid of the request already. */
    void on(String path, BiConsumer<JsonNode, ObjectNode> answer) {
        server.createContext(path, exchange -> {
            var question = MAPPER.readTree(exchange.getRequestBody().readAllBytes());
            var request = asked(question);
            var review = MAPPER.createObjectNode();
            review.set("apiVersion", question.path("apiVersion"));
            review.put("kind", "AdmissionReview");
            var response =
                    review.putObject("response").put("uid", request.path("uid").asText());
            answer.accept(request, response);
            answer(exchange, review.toString());
        });
    }

    /** Answers at a path as a webhook of v1beta1 may: with nothing but what was decided. */
    void brief(String path, ObjectNode response) {
        server.createContext(path, exchange -> {
            asked(MAPPER.readTree(exchange.getRequestBody().readAllBytes()));
            answer(exchange, MAPPER.createObjectNode().set("response", response).toString());
        });
    }

    private JsonNode asked(JsonNode question) {
        versions.add(question.path("apiVersion").asText());
        var request = question.path("request");
        requests.add(request);
        return request;
    }

    /** Translates objects at a path; what is answered can be changed before it is sent. */
    void conversion(String path, BiConsumer<ObjectNode, String> convert, Consumer<ObjectNode> changed) {
        server.createContext(path, exchange -> {
            var question = MAPPER.readTree(exchange.getRequestBody().readAllBytes());
            var request = asked(question);
            var review = MAPPER.createObjectNode();
            review.set("apiVersion", question.path("apiVersion"));
            review.put("kind", "ConversionReview");
            var response =
                    review.putObject("response").put("uid", request.path("uid").asText());
            response.putObject("result").put("status", "Success");
            var objects = response.putArray("convertedObjects");
            for (var object : request.path("objects")) {
                var copy = (ObjectNode) object.deepCopy();
                convert.accept(copy, request.path("desiredAPIVersion").asText());
                objects.add(copy);
            }
            changed.accept(review);
            answer(exchange, review.toString());
        });
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    static ObjectNode patch(ObjectNode response, String operations) {
        return response.put("allowed", true)
                .put("patchType", "JSONPatch")
                .put("patch", Base64.getEncoder().encodeToString(operations.getBytes(StandardCharsets.UTF_8)));
    }

    String url(String path) {
        return "https://127.0.0.1:" + port() + path;
    }

    int port() {
        return server.getAddress().getPort();
    }

    String caBundle() {
        return Base64.getEncoder()
                .encodeToString(Pem.of(authority.certificate()).getBytes(StandardCharsets.US_ASCII));
    }

    Queue<JsonNode> requests() {
        return requests;
    }

    /** Versions of the questions. */
    Queue<String> versions() {
        return versions;
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.close();
    }
}
