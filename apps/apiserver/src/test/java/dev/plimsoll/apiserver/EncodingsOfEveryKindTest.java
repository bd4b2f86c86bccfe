package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.protobuf.ProtobufReader;
import dev.plimsoll.codec.protobuf.ProtobufWriter;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of Kubernetes clients: protobuf-kinds, protobuf-special, stock-components
/**
 * A client that speaks JSON, one that speaks YAML and one that speaks protobuf get the same answer of every built-in kind: the same
 * object, or the same refusal. Random objects, from a seed for each kind.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EncodingsOfEveryKindTest {
    private static final String PROTOBUF = ProtobufReader.MEDIA_TYPE;
    private static final Schema SCHEMA = Schema.bundled();
    private static final double[] CHANCES = {0, 0.15, 0.3};

    private final TestServer server = new TestServer();
    private final Set<String> accepted = new TreeSet<>();

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
        assertThat(accepted).as("kinds of which an object was made").hasSizeGreaterThan(20);
    }

    static List<Kind> kinds() {
        return Kinds.bundled().all().stream()
                .filter(kind -> kind.extension() == null && ProtobufWriter.knows(kind.apiVersion(), kind.name()))
                .toList();
    }

    static List<Kind> stored() {
        return kinds().stream().filter(Kind::isStored).toList();
    }

    /** Everything that was there is still there; what a message always has may be there too. */
    private static void assertIncluded(JsonNode part, JsonNode whole, String at) {
        if (part.isObject()) {
            part.properties()
                    .forEach(each ->
                            assertIncluded(each.getValue(), whole.path(each.getKey()), at + "/" + each.getKey()));
        } else if (part.isArray()) {
            assertThat(whole.size()).as(at).isEqualTo(part.size());
            for (var i = 0; i < part.size(); i++) assertIncluded(part.get(i), whole.path(i), at + "/" + i);
        } else {
            assertThat(whole).as(at).isEqualTo(part);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aMessageKeepsEveryField(Kind kind) {
        var objects = new RandomObjects(SCHEMA, kind.toString().hashCode());
        for (var round = 0; round < 10; round++) {
            var object = (ObjectNode) ProtobufAnswers.json(
                    objects.next(kind, "p", round % 2 == 0 ? 0.3 : 0.8).toString());
            var bytes = ProtobufWriter.body(object).orElseThrow();
            var back = ProtobufAnswers.read(bytes);
            assertIncluded(object, back, kind.apiVersion() + " " + kind.name());
            assertThat(ProtobufAnswers.read(ProtobufWriter.body(back).orElseThrow()))
                    .isEqualTo(back);
        }
    }

    private HttpResponse<byte[]> send(String method, String path, byte[] body, String type) {
        try {
            return server.exchange(
                    method,
                    path,
                    body,
                    Map.of("Accept", PROTOBUF.equals(type) ? PROTOBUF : "application/json", "Content-Type", type));
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(path, e);
        }
    }

    private static JsonNode body(HttpResponse<byte[]> reply) {
        var isMessage = reply.headers().firstValue("Content-Type").orElse("").equals(PROTOBUF);
        return comparable(
                isMessage
                        ? ProtobufAnswers.read(reply.body())
                        : ProtobufAnswers.json(new String(reply.body(), StandardCharsets.UTF_8)));
    }

    /** Without what every create gives anew, and without nulls and empty values, for which protobuf has no word. */
    private static JsonNode comparable(JsonNode node) {
        if (node instanceof ObjectNode object) {
            if (object.has("creationTimestamp")) object.remove(List.of("uid", "creationTimestamp"));
            if (object.has("fieldsV1")) object.remove("time");
        }
        for (var child : node) comparable(child);
        if (node instanceof ObjectNode object) {
            object.properties().removeIf(member -> isNothing(member.getValue()));
        }
        return node;
    }

    private static boolean isNothing(JsonNode value) {
        return value.isNull()
                || (value.isContainerNode() && value.isEmpty())
                || (value.isTextual() && value.textValue().isEmpty())
                || (value.isNumber() && value.doubleValue() == 0)
                || (value.isBoolean() && !value.booleanValue());
    }

    private static byte[] bytes(JsonNode node) {
        return node.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String collection(Kind kind) {
        return (kind.group().isEmpty() ? "/api/" : "/apis/")
                + kind.apiVersion()
                + (kind.namespaced() ? "/namespaces/default/" : "/")
                + kind.plural();
    }

    @ParameterizedTest
    @MethodSource("stored")
    void everyEncodingGetsTheSameAnswer(Kind kind) {
        var objects = new RandomObjects(SCHEMA, kind.toString().hashCode());
        var at = collection(kind);
        var name = "p-" + kind.version();
        for (var chance : CHANCES) {
            var object = objects.next(kind, name, chance);
            var message = ProtobufWriter.body(object).orElseThrow();
            var inJson = send("POST", at + "?dryRun=All", bytes(object), "application/json");
            var expected = body(inJson);
            for (var reply : List.of(
                    send("POST", at + "?dryRun=All", bytes(object), "application/yaml"),
                    send("POST", at + "?dryRun=All", message, PROTOBUF))) {
                assertThat(reply.statusCode()).isEqualTo(inJson.statusCode());
                assertThat(body(reply)).isEqualTo(expected);
            }
            if (inJson.statusCode() == 201) life(kind, at, name, message);
        }
    }

    /** Made in protobuf, read, changed and deleted in all of them. */
    private void life(Kind kind, String at, String name, byte[] message) {
        var made = send("POST", at, message, PROTOBUF);
        assertThat(made.statusCode()).isEqualTo(201);
        accepted.add(kind.apiVersion() + " " + kind.name());
        var path = at + "/" + name;
        assertThat(body(send("GET", path, new byte[0], PROTOBUF)))
                .isEqualTo(body(send("GET", path, new byte[0], "application/json")));
        var yaml = server.call("GET", path, "", Map.of("Accept", "application/yaml"))
                .text();
        var version = server.get(path).json().at("/metadata/resourceVersion");
        var same = send("PUT", path, yaml.getBytes(StandardCharsets.UTF_8), "application/yaml");
        assertThat(same.statusCode())
                .as(() -> new String(same.body(), StandardCharsets.UTF_8))
                .isEqualTo(200);
        assertThat(body(same).at("/metadata/resourceVersion"))
                .as("the YAML of an object is that object")
                .isEqualTo(version);
        var read = ProtobufAnswers.read(send("GET", path, new byte[0], PROTOBUF).body());
        var again = send("PUT", path, ProtobufWriter.body(read).orElseThrow(), PROTOBUF);
        assertThat(body(again).at("/metadata/resourceVersion"))
                .as("the message of an object is that object")
                .isEqualTo(version);
        var patch = "{\"metadata\":{\"labels\":{\"patched\":\"yes\"}}}".getBytes(StandardCharsets.UTF_8);
        var patched = send("PATCH", path, patch, "application/merge-patch+json");
        assertThat(body(patched).at("/metadata/labels/patched").asText()).isEqualTo("yes");
        assertThat(body(send("GET", at, new byte[0], PROTOBUF)).path("items"))
                .isEqualTo(
                        body(send("GET", at, new byte[0], "application/json")).path("items"));
        assertThat(send("DELETE", path + "?gracePeriodSeconds=0", new byte[0], PROTOBUF)
                        .statusCode())
                .isBetween(200, 202);
        var left = server.get(path);
        if (left.status() == 200)
            server.call(
                    "PATCH",
                    path,
                    "{\"metadata\":{\"finalizers\":null}}",
                    Map.of("Content-Type", "application/merge-patch+json"));
    }
}
