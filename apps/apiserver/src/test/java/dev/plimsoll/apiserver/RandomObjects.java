package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.schema.Shape;
import dev.plimsoll.kinds.Kind;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Objects with random fields of the right types: what their kind's rules say of the values is not asked. No value is a zero, an
 * empty text, list or map: protobuf cannot tell these from nothing.
 */
final class RandomObjects {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int DEEPEST = 7;

    private final Schema schema;
    private final Random random;

    RandomObjects(Schema schema, long seed) {
        this.schema = schema;
        this.random = new Random(seed);
    }

    /** An object of a name; each field is there with that chance. */
    ObjectNode next(Kind kind, String name, double chance) {
        var shape = schema.shapeOf(kind.apiVersion(), kind.name()).shape();
        var object = JSON.objectNode();
        fill(object, shape, chance, 0, Set.of("kind", "apiVersion", "metadata"));
        object.put("kind", kind.name()).put("apiVersion", kind.apiVersion());
        var metadata = object.putObject("metadata").put("name", name);
        if (chance > 0) metadata.putObject("labels").put("b", "2").put("a", "1");
        if (random.nextDouble() < chance) metadata.putObject("annotations").put("example.com/text", "é \"x\"\n: -");
        return object;
    }

    private void fill(ObjectNode object, Shape.Struct struct, double chance, int depth, Set<String> without) {
        for (var field : new TreeMap<>(struct.fields()).values()) {
            if (without.contains(field.name()) || random.nextDouble() >= chance) continue;
            var value = value(field.shape(), chance, depth + 1);
            if (!value.isMissingNode()) object.set(field.name(), value);
        }
    }

    private JsonNode value(Shape shape, double chance, int depth) {
        if (depth > DEEPEST) return JSON.missingNode();
        return switch (shape) {
            case Shape.Scalar scalar -> scalar(scalar);
            case Shape.Struct struct -> {
                var object = JSON.objectNode();
                // An object within another has no place for its kind in a message.
                fill(object, struct, chance, depth, struct.knows("metadata") ? Set.of("kind", "apiVersion") : Set.of());
                yield object.isEmpty() ? JSON.missingNode() : object;
            }
            case Shape.MapOf(var inner, var _) -> {
                var object = JSON.objectNode();
                for (var key : List.of("k2", "k1")) {
                    var value = value(inner, chance, depth + 1);
                    if (!value.isMissingNode()) object.set(key, value);
                }
                yield object.isEmpty() ? JSON.missingNode() : object;
            }
            case Shape.ListOf(var element, var _) -> {
                var list = JSON.arrayNode();
                for (var left = 1 + random.nextInt(2); left > 0; left--) {
                    var value = value(element, chance, depth + 1);
                    if (!value.isMissingNode()) list.add(value);
                }
                yield list.isEmpty() ? JSON.missingNode() : list;
            }
            case Shape.Free _ -> JSON.missingNode();
        };
    }

    private JsonNode scalar(Shape.Scalar scalar) {
        return switch (scalar) {
            case STRING ->
                JSON.textNode(
                        List.of("a", "b-1", "example.com/x", "yes", "1e3", "ü").get(random.nextInt(6)));
            case BOOLEAN -> JSON.booleanNode(true);
            case INT32 -> JSON.numberNode(1 + random.nextInt(100_000));
            case INT64 -> JSON.numberNode(1 + random.nextLong(1L << 50));
            case DOUBLE -> JSON.numberNode(random.nextInt(1, 1000) + 0.5);
            case QUANTITY ->
                JSON.textNode(List.of("1", "250m", "64Mi", "3G", "7").get(random.nextInt(5)));
            case INT_OR_STRING ->
                random.nextBoolean() ? JSON.numberNode(1 + random.nextInt(100)) : JSON.textNode("25%");
            case TIME -> JSON.textNode("2026-01-02T03:04:0" + random.nextInt(10) + "Z");
            case MICRO_TIME -> JSON.textNode("2026-01-02T03:04:05.67890" + random.nextInt(1, 10) + "Z");
            case BYTES -> JSON.textNode(List.of("AAH/", "c2VjcmV0").get(random.nextInt(2)));
            case ANYTHING -> JSON.missingNode();
        };
    }
}
