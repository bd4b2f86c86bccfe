package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.SortedJson;
import dev.plimsoll.codec.protobuf.ProtobufReader;
import dev.plimsoll.codec.protobuf.ProtobufWriter;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.builtin.Kinds;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: protobuf-kinds, protobuf-answers, stock-components
/**
 * An object of every built-in kind is created, read, listed, watched, updated, patched and deleted as client-go does it: with protobuf in
 * both directions, and JSON where the server has no other. Each answer is the object that a client with JSON or YAML sees.
 */
// Acceptance of production: tables
class LifeOfEveryKindTest {
    private static final String PROTOBUF = ProtobufReader.MEDIA_TYPE;
    private static final String PROTOBUF_OR_JSON = PROTOBUF + ",application/json";
    private static final Set<String> NODES_ONLY = Set.of("PodCertificateRequest");
    /** Kinds whose status the server writes by itself, at any time. */
    private static final Set<String> WITH_OWN_STATUS = Set.of(
            "APIService",
            "CustomResourceDefinition",
            "FlowSchema",
            "PriorityLevelConfiguration",
            "ResourceQuota",
            "ValidatingAdmissionPolicy");

    private final TestServer server = new TestServer();

    @AfterEach
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    /** A kind, a sound object of it, and the collection that it is part of. */
    private record Sample(Kind kind, ObjectNode object, String collection) {
        String path() {
            return collection + "/" + object.at("/metadata/name").asText();
        }

        String label() {
            return kind.apiVersion() + " " + kind.name();
        }
    }

    private static List<Kind> kinds() {
        return Kinds.bundled().all().stream()
                .filter(kind -> kind.verbs().contains(Verb.CREATE) && kind.isStored())
                .filter(kind -> ProtobufWriter.knows(kind.apiVersion(), kind.name()))
                .filter(kind -> !NODES_ONLY.contains(kind.name()))
                .toList();
    }

    private static List<Sample> samples() throws Exception {
        var file = Objects.requireNonNull(LifeOfEveryKindTest.class.getResource("/samples.jsonl"));
        var objects = Files.readAllLines(Path.of(file.toURI())).stream()
                .map(line -> (ObjectNode) ProtobufAnswers.json(line))
                .toList();
        var samples = new ArrayList<Sample>();
        for (var kind : kinds()) {
            var object = objects.stream()
                    .filter(each -> each.path("kind").asText().equals(kind.name())
                            && each.path("apiVersion").asText().equals(kind.apiVersion()))
                    .findFirst();
            assertThat(object)
                    .as("a sample of " + kind.apiVersion() + " " + kind.name())
                    .isPresent();
            var prefix = kind.group().isEmpty() ? "/api/" : "/apis/";
            var scope = kind.namespaced() ? "/namespaces/default/" : "/";
            samples.add(new Sample(
                    kind, object.orElseThrow().deepCopy(), prefix + kind.apiVersion() + scope + kind.plural()));
        }
        return samples;
    }

    private HttpResponse<byte[]> send(String method, String path, byte[] body, String type) throws Exception {
        return server.exchange(method, path, body, Map.of("Accept", PROTOBUF_OR_JSON, "Content-Type", type));
    }

    /** The object of an answer, which must be in protobuf. */
    private static JsonNode object(HttpResponse<byte[]> reply, String label) {
        assertThat(reply.headers().firstValue("Content-Type")).as(label).hasValue(PROTOBUF);
        assertThat(reply.statusCode())
                .as(() -> label + ProtobufAnswers.read(reply.body()))
                .isBetween(200, 202);
        return plain(ProtobufAnswers.read(reply.body()));
    }

    private static void assertSame(Sample sample, JsonNode found, JsonNode expected) {
        assertThat(settled(sample, found)).as(sample.label()).isEqualTo(settled(sample, expected));
    }

    private static JsonNode settled(Sample sample, JsonNode node) {
        if (!WITH_OWN_STATUS.contains(sample.kind.name())) return node;
        var objects = new ArrayList<JsonNode>(List.of(node));
        node.path("items").forEach(objects::add);
        for (var object : objects) {
            ((ObjectNode) object).remove("status");
            if (object.get("metadata") instanceof ObjectNode metadata) {
                metadata.remove(List.of("resourceVersion", "managedFields"));
            }
        }
        return node;
    }

    private JsonNode inJson(String path) {
        return plain(server.get(path).json());
    }

    /** Without what protobuf has no word for: nulls, empty values, the kinds of claims that are part of another object. */
    private static JsonNode plain(JsonNode node) {
        for (var claim : node.path("volumeClaimTemplates")) ((ObjectNode) claim).remove(List.of("kind", "apiVersion"));
        for (var child : node) plain(child);
        if (node instanceof ObjectNode object) object.properties().removeIf(each -> isNothing(each.getValue()));
        return node;
    }

    private static boolean isNothing(JsonNode value) {
        return value.isNull()
                || (value.isContainerNode() && value.isEmpty())
                || (value.isTextual() && value.textValue().isEmpty())
                || (value.isNumber() && value.doubleValue() == 0)
                || (value.isBoolean() && !value.booleanValue());
    }

    @Test
    @DisplayName("created, read, listed, updated, patched and deleted in protobuf as in JSON and YAML")
    void lives() throws Exception {
        for (var sample : samples()) {
            var label = sample.label();
            var path = sample.path();
            var message = ProtobufWriter.body(sample.object).orElseThrow();
            assertSame(sample, object(send("POST", sample.collection, message, PROTOBUF), label), inJson(path));
            var got = send("GET", path, new byte[0], PROTOBUF);
            assertSame(sample, object(got, label), inJson(path));
            assertSame(
                    sample,
                    object(send("GET", sample.collection, new byte[0], PROTOBUF), label),
                    inJson(sample.collection));
            update(sample);
            for (var type : patchTypes(sample.kind)) {
                var patch = "{\"metadata\":{\"labels\":{\"patched\":\"%s\"}}}".formatted(type.substring(12, 17));
                var patched = object(send("PATCH", path, patch.getBytes(StandardCharsets.UTF_8), type), label);
                assertSame(sample, patched.deepCopy(), inJson(path));
                assertThat(patched.at("/metadata/labels/patched").asText()).isEqualTo(type.substring(12, 17));
            }
            assertTables(sample);
            remove(sample);
        }
    }

    /** The Table that is made of stored bytes is the one that is made of whole objects, which people are shown. */
    private void assertTables(Sample sample) {
        String fromBytes;
        String fromObjects;
        do { // until nobody else has written in between
            fromBytes = table(sample.collection);
            fromObjects = table(sample.collection + "?pretty=true");
        } while (!fromBytes.equals(fromObjects) && !fromObjects.equals(table(sample.collection + "?pretty=true")));
        assertThat(fromBytes).as(sample.label()).isEqualTo(fromObjects).contains("\"rows\":[{");
    }

    /** Sorted, with every time since something as the same text. */
    private String table(String path) {
        var accept = Map.of("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io");
        return SortedJson.of(server.call("GET", path, "", accept).json())
                .toString()
                .replaceAll("\"\\d+[smhd][^\"]*\"", "\"age\"");
    }

    /** Changed in protobuf; then the same object in YAML and in protobuf, which changes nothing. */
    private void update(Sample sample) throws Exception {
        var path = sample.path();
        HttpResponse<byte[]> reply;
        do { // until nobody else has written in between
            var got = ProtobufAnswers.read(
                    send("GET", path, new byte[0], PROTOBUF).body());
            got.withObject("/metadata/annotations").put("changed", "yes");
            reply = send("PUT", path, ProtobufWriter.body(got).orElseThrow(), PROTOBUF);
        } while (reply.statusCode() == 409);
        var updated = object(reply, sample.label() + " update");
        assertSame(sample, updated.deepCopy(), inJson(path));
        assertThat(updated.at("/metadata/annotations/changed").asText()).isEqualTo("yes");
        if (WITH_OWN_STATUS.contains(sample.kind.name())) return;
        var yaml = server.call("GET", path, "", Map.of("Accept", "application/yaml"))
                .text()
                .getBytes(StandardCharsets.UTF_8);
        var message = ProtobufWriter.body((ObjectNode) server.get(path).json()).orElseThrow();
        for (var same : List.of(send("PUT", path, yaml, "application/yaml"), send("PUT", path, message, PROTOBUF))) {
            assertThat(object(same, sample.label()).at("/metadata/resourceVersion"))
                    .as(sample.label())
                    .isEqualTo(updated.at("/metadata/resourceVersion"));
        }
    }

    private static List<String> patchTypes(Kind kind) {
        return kind.name().equals("CustomResourceDefinition")
                ? List.of("application/merge-patch+json")
                : List.of("application/merge-patch+json", "application/strategic-merge-patch+json");
    }

    private void remove(Sample sample) throws Exception {
        var deleted =
                object(send("DELETE", sample.path() + "?gracePeriodSeconds=0", new byte[0], PROTOBUF), sample.label());
        assertThat(deleted.path("kind").asText()).isIn("Status", sample.kind.name());
    }

    @Test
    @DisplayName("watched in protobuf as in JSON")
    void watches() throws Exception {
        var samples = samples();
        var before = server.get("/api/v1/namespaces")
                .json()
                .at("/metadata/resourceVersion")
                .asText();
        for (var sample : samples) {
            object(
                    send(
                            "POST",
                            sample.collection,
                            ProtobufWriter.body(sample.object).orElseThrow(),
                            PROTOBUF),
                    sample.label());
            remove(sample);
        }
        var watches = new ArrayList<Callable<Void>>();
        for (var sample : samples) {
            watches.add(() -> {
                var path = sample.collection + "?watch=true&timeoutSeconds=1&resourceVersion=" + before;
                var inJson = lines(path);
                assertThat(inJson).as(sample.label()).hasSizeGreaterThanOrEqualTo(2);
                var events = ProtobufAnswers.events(server, path, PROTOBUF_OR_JSON);
                events.forEach(LifeOfEveryKindTest::plain);
                assertThat(events).as(sample.label()).isEqualTo(inJson);
                return null;
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var watch : threads.invokeAll(watches)) watch.get();
        }
    }

    private List<JsonNode> lines(String path) throws IOException, InterruptedException {
        try (var stream = server.opened(path)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> plain(ProtobufAnswers.json(line)))
                    .toList();
        }
    }
}
