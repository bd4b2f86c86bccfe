package dev.plimsoll.security.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plimsoll.codec.protobuf.ProtobufReader;
import dev.plimsoll.codec.protobuf.ReadMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Sends mutated requests in namespaces and under names of its own, and checks every answer. */
final class FuzzClient {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Set<Integer> CODES =
            Set.of(200, 201, 202, 400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 429);
    private static final int MOST_COMPLAINTS = 20;

    private final HttpClient http;
    private final String url;
    private final HttpClient.Version version;
    private final String name;
    private final FuzzRequests requests;
    private final AcknowledgedWrites writes;
    private final List<String> complaints = new ArrayList<>();
    private final Map<String, Integer> codes = new TreeMap<>();
    private int sent;
    private int closedBefore;
    private int accepted;

    FuzzClient(
            HttpClient http,
            String url,
            HttpClient.Version version,
            Random random,
            List<FuzzTarget> targets,
            String name) {
        this.http = http;
        this.version = version;
        this.url = url;
        this.name = name;
        this.requests = new FuzzRequests(random, targets, name);
        this.writes = new AcknowledgedWrites(this::get);
    }

    /** An answer; its JSON is missing where the body is none. */
    record Answer(int status, String type, String text) {
        JsonNode json() {
            try {
                if (type.startsWith("application/yaml")) {
                    return MAPPER.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(text));
                }
                return MAPPER.readTree(text);
            } catch (IOException _) {
                return MissingNode.getInstance();
            }
        }
    }

    void run(int count) {
        for (var scope : List.of("-here", "-apart")) {
            var namespace = "{\"metadata\":{\"name\":\"" + name + scope + "\"}}";
            var made = send(request("/api/v1/namespaces")
                    .POST(HttpRequest.BodyPublishers.ofString(namespace))
                    .build());
            if (made.status() != 201) complaints.add("no namespace: " + made.text());
        }
        while (sent < count && complaints.size() < MOST_COMPLAINTS) {
            sent++;
            one(requests.next());
        }
    }

    private void one(FuzzRequest request) {
        HttpRequest http;
        try {
            var builder = request(request.path())
                    .method(
                            request.method(),
                            HttpRequest.BodyPublishers.ofByteArray(
                                    request.body().array()));
            request.headers().forEach(builder::setHeader);
            http = builder.build();
        } catch (IllegalArgumentException _) {
            return; // what a client's library does not send
        }
        Answer answer;
        try {
            answer = send(http);
        } catch (IllegalStateException e) {
            complaints.add("no answer to " + request + ": " + e.getCause());
            return;
        }
        codes.merge(request.target().plural() + " " + answer.status(), 1, Integer::sum);
        check(request, answer);
        if (answer.status() >= 300) return;
        accepted++;
        if (request.isWrite()) writes.note(request, answer.json());
    }

    private void check(FuzzRequest request, Answer answer) {
        // 504 is right for a version from the future.
        var isFuture = answer.status() == 504
                && request.path().contains("resourceVersion=99999999999")
                && (request.method().equals("HEAD") || answer.text().contains("Too large resource version"));
        // Kubernetes answers some requests that are the client's fault with a 500 that has no reason: a binding that
        // names no node, a
        // patch that does not fit the type. So do we; what is our fault has the reason InternalError.
        var isUnclassified =
                answer.status() == 500 && answer.json().path("reason").isMissingNode();
        // The same of the scale of a custom object without replicas.
        var isScale = answer.status() == 500 && answer.text().contains("the spec replicas field");
        if (!CODES.contains(answer.status()) && !isFuture && !isUnclassified && !isScale) {
            complaints.add(answer.status() + " for " + request + ": " + answer.text());
            return;
        }
        if (request.isWatch()
                || request.method().equals("HEAD")
                || request.path().contains("/log")
                || answer.text().equals("404 page not found\n")) return;
        var json = answer.json();
        var isStatus = json.path("kind").asText().equals("Status");
        var isRight = answer.status() < 300
                ? json.isObject()
                : isStatus && json.path("code").asInt() == answer.status();
        if (!isRight) complaints.add("not an answer to " + request + ": " + answer);
    }

    private Answer get(String path) {
        return send(request(path).GET().build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path)).version(version).timeout(Duration.ofSeconds(60));
    }

    private Answer send(HttpRequest request) {
        try {
            var response = answered(request);
            var type = response.headers().firstValue("Content-Type").orElse("");
            var isZipped =
                    response.headers().firstValue("Content-Encoding").orElse("").equals("gzip");
            return new Answer(
                    response.statusCode(), type, text(type, isZipped ? unzipped(response.body()) : response.body()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A connection that was closed between two requests says nothing of the second: as most clients do, it is sent again, once. */
    private HttpResponse<byte[]> answered(HttpRequest request) throws IOException, InterruptedException {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("header parser received no bytes")) throw e;
            closedBefore++;
            return http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        }
    }

    private static byte[] unzipped(byte[] body) throws IOException {
        if (body.length == 0) return body; // of a HEAD
        try (var stream = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return stream.readAllBytes();
        }
    }

    /** Objects in protobuf as JSON; what is no message shows itself by being no JSON either. */
    private static String text(String type, byte[] body) {
        return type.equals(ProtobufReader.MEDIA_TYPE)
                        && ProtobufReader.read(body) instanceof ReadMessage.Document(var object)
                ? object.toString()
                : new String(body, StandardCharsets.UTF_8);
    }

    List<String> complaints() {
        return complaints;
    }

    AcknowledgedWrites writes() {
        return writes;
    }

    /** How often each kind got each status code. */
    Map<String, Integer> codes() {
        return codes;
    }

    /** How often a connection was closed when the next request was about to be sent on it. */
    int closedBefore() {
        return closedBefore;
    }

    int sent() {
        return sent;
    }

    int accepted() {
        return accepted;
    }
}
