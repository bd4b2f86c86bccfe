package dev.plimsoll.codec.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.trees.RandomTrees;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The fields of a new object are found in one walk; a comparison with a blank object, which is slower, finds the same ones. */
class NewObjectFieldsTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<OwnershipFilter> FILTERS =
            List.of(OwnershipFilter.everything(), OwnershipFilter.except("status"));

    private static Ownership ownership(KindShape kind, OwnershipFilter filter) {
        return new Ownership(
                kind, new FieldWriter("kubectl", kind.apiVersion(), "", Instant.parse("2026-11-18T12:00:00Z")), filter);
    }

    /** Byte for byte; whether the walk was made, and found something. */
    private static boolean compare(KindShape kind, ObjectNode object) {
        var walked = false;
        for (var filter : FILTERS) {
            var before = object.toString();
            var ownership = ownership(kind, filter);
            var slow = ownership.updated(kind.blank(), object).toString();
            var fast = ownership.created(object);
            assertThat(fast.toString()).as(before).isEqualTo(slow);
            assertThat(object.toString()).isEqualTo(before);
            var fields = NewObjectFields.of(kind, object, filter);
            walked |= fields.isPresent() && !fields.get().isEmpty();
            var copy = object.deepCopy();
            ownership.create(copy);
            assertThat(copy.toString()).isEqualTo(slow);
        }
        return walked;
    }

    @Test
    void randomObjectsOfAllKinds() {
        var trees = new RandomTrees(31);
        var kinds = new ArrayList<>(Schema.bundled().kinds());
        kinds.add(Schema.bundled().shapeOf("example.com/v1", "Thing"));
        var walked = 0;
        for (var i = 0; i < 8_000; i++) {
            var kind = trees.oneOf(kinds);
            var document = trees.document(kind);
            for (var n = trees.random().nextInt(4); n > 0; n--) disturb(document, trees);
            if (compare(kind, document)) walked++;
        }
        assertThat(walked).isGreaterThan(6_000);
    }

    /** Puts something where it does not belong: another type, a null, an entry twice, one without its keys, an unknown member. */
    private static void disturb(ObjectNode document, RandomTrees trees) {
        var places = new ArrayList<JsonNode>();
        containers(document, places);
        switch (trees.oneOf(places)) {
            case ObjectNode object -> {
                if (object.isEmpty() || trees.random().nextInt(3) == 0) {
                    object.set("other" + trees.random().nextInt(3), trees.anything(2));
                    return;
                }
                var names = new ArrayList<String>();
                object.fieldNames().forEachRemaining(names::add);
                var name = trees.oneOf(names);
                if (name.equals("apiVersion") || name.equals("kind")) return;
                object.set(name, trees.random().nextBoolean() ? NODES.nullNode() : trees.anything(2));
            }
            case ArrayNode list -> {
                if (list.isEmpty() || trees.random().nextBoolean()) list.add(trees.anything(2));
                else list.add(list.get(trees.random().nextInt(list.size())).deepCopy());
            }
            default -> throw new AssertionError("neither an object nor a list");
        }
    }

    private static void containers(JsonNode node, List<JsonNode> found) {
        if (!node.isContainerNode()) return;
        found.add(node);
        node.forEach(inner -> containers(inner, found));
    }

    @Test
    void longListsWithAndWithoutEqualKeys() {
        var kind = Schema.bundled().shapeOf("v1", "Pod");
        for (var twice : List.of(false, true)) {
            var pod = kind.blank();
            var env = pod.withObject("/spec")
                    .putArray("containers")
                    .addObject()
                    .put("name", "c")
                    .putArray("env");
            for (var i = 0; i < 40; i++)
                env.addObject().put("name", "V" + (40 - i)).put("value", "x");
            if (twice) env.addObject().put("name", "V7");
            assertThat(compare(kind, pod)).isTrue();
        }
    }

    @Test
    void manyMoreObjectsThanAreKept() {
        var kind = Schema.bundled().shapeOf("v1", "Pod");
        for (var i = 0; i < 8_000; i++) {
            var pod = kind.blank();
            pod.withObject("/metadata/labels").put("label-" + i, "x");
            pod.withObject("/spec").putArray("volumes").addObject().put("name", "volume-" + i % 5_000);
            assertThat(compare(kind, pod)).isTrue();
        }
    }

    @Test
    void objectsThatCameWithManagers() {
        var kind = Schema.bundled().shapeOf("v1", "ConfigMap");
        for (var entries : List.of(
                "[]",
                "[{}]",
                "[{\"manager\":\"m\"}]",
                "null",
                "\"x\"",
                "[{\"manager\":\"m\","
                        + "\"operation\":\"Apply\",\"apiVersion\":\"v1\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:data\":{\"f:a\":{}}}}]")) {
            var map = kind.blank();
            map.withObject("/data").put("a", "b");
            try {
                map.withObject("/metadata").set("managedFields", JSON.readTree(entries));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            compare(kind, map);
        }
    }

    @Test
    void whatIsSharedCannotBeChanged() {
        var kind = Schema.bundled().shapeOf("v1", "ConfigMap");
        var map = kind.blank();
        map.withObject("/data").put("a", "b");
        var fields = NewObjectFields.of(kind, map, OwnershipFilter.everything()).orElseThrow();
        assertThatThrownBy(() -> fields.put("f:x", 1)).isInstanceOf(UnsupportedOperationException.class);
        var data = (ObjectNode) fields.get("f:data");
        assertThatThrownBy(() -> data.remove("f:a")).isInstanceOf(UnsupportedOperationException.class);
        assertThat(fields.deepCopy().put("f:x", 1)).hasSize(2);
    }

    @Test
    void recordedObjects() throws IOException {
        var schema = Schema.bundled();
        var counts = new int[2];
        for (var file :
                List.of("kinds.jsonl.gz", "patches.jsonl.gz", "rules.jsonl.gz", "protobuf.jsonl.gz", "wire.jsonl")) {
            read(
                    file,
                    line -> objects(line, object -> {
                        counts[0]++;
                        var kind = schema.shapeOf(
                                object.path("apiVersion").asText(),
                                object.path("kind").asText());
                        if (object.get("metadata") instanceof ObjectNode metadata) metadata.remove("managedFields");
                        if (compare(kind, object)) counts[1]++;
                    }));
        }
        assertThat(counts[0]).isGreaterThan(2_500);
        assertThat(counts[1]).isGreaterThan(counts[0] / 2);
    }

    private static void objects(JsonNode node, Consumer<ObjectNode> consumer) {
        if (node instanceof ObjectNode object
                && object.path("apiVersion").isTextual()
                && object.path("kind").isTextual()
                && object.path("metadata").isObject()) consumer.accept(object);
        else node.forEach(inner -> objects(inner, consumer));
    }

    private static void read(String name, Consumer<JsonNode> lines) throws IOException {
        var root =
                System.getProperty("plimsoll.corpus", System.getProperty("plimsoll.root", ".") + "/../shared/corpus");
        var file = Path.of(root, name);
        Assumptions.assumeTrue(Files.exists(file), () -> file + " is not here");
        try (var reader = new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
            for (var line = reader.readLine(); line != null; line = reader.readLine())
                lines.accept(JSON.readTree(line));
        }
    }

    private static InputStream open(Path file) throws IOException {
        var bytes = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
    }
}
