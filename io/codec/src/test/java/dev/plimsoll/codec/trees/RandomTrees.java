package dev.plimsoll.codec.trees;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Shape;
import dev.plimsoll.codec.schema.Shape.ListRule;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Random documents: any JSON, or documents of a kind. The same seed gives the same documents. */
public final class RandomTrees {
    private static final List<String> NAMES = List.of(
            "a",
            "b",
            "c",
            "name",
            "spec",
            "containers",
            "metadata",
            "finalizers",
            "$patch",
            "$retainKeys",
            "$setElementOrder/containers",
            "$deleteFromPrimitiveList/finalizers");
    private static final List<String> TEXTS = List.of("", "x", "y", "delete", "replace", "merge", "a");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final RandomGenerator random;

    public RandomTrees(long seed) {
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    public RandomGenerator random() {
        return random;
    }

    public JsonNode anything(int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 9)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> NODES.numberNode(random.nextInt(3));
            case 3, 4 -> NODES.textNode(oneOf(TEXTS));
            case 5, 6 -> list(depth - 1);
            default -> object(depth - 1);
        };
    }

    public ObjectNode object(int depth) {
        var object = NODES.objectNode();
        for (var i = random.nextInt(4); i > 0; i--) object.set(oneOf(NAMES), anything(depth));
        return object;
    }

    private ArrayNode list(int depth) {
        var list = NODES.arrayNode();
        for (var i = random.nextInt(4); i > 0; i--) list.add(anything(depth));
        return list;
    }

    public <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** A document of the kind: a few fields, each of the right type; entries of keyed lists have distinct keys. */
    public ObjectNode document(KindShape kind) {
        var document = struct(kind.shape(), 7);
        document.put("apiVersion", kind.apiVersion());
        document.put("kind", kind.kind());
        if (document.path("metadata") instanceof ObjectNode metadata) metadata.remove("managedFields");
        else document.putObject("metadata");
        return document;
    }

    private JsonNode of(Shape shape, int depth) {
        return switch (shape) {
            case Shape.Scalar scalar -> scalar(scalar);
            case Shape.Struct struct -> struct(struct, depth);
            case Shape.MapOf(var value, var _) -> map(value, depth);
            case Shape.ListOf list -> list(list, depth);
            case Shape.Free _ -> object(1);
        };
    }

    private JsonNode scalar(Shape.Scalar scalar) {
        return switch (scalar) {
            case STRING, BYTES, TIME, MICRO_TIME -> NODES.textNode("t" + random.nextInt(3));
            case QUANTITY, INT_OR_STRING -> NODES.textNode(random.nextInt(1, 4) + "");
            case BOOLEAN -> NODES.booleanNode(random.nextBoolean());
            case INT32, INT64, DOUBLE -> NODES.numberNode(random.nextInt(3));
            case ANYTHING -> object(1);
        };
    }

    private ObjectNode struct(Shape.Struct struct, int depth) {
        var object = NODES.objectNode();
        if (depth == 0 || struct.fields().isEmpty()) return object;
        var names = List.copyOf(new TreeSet<>(struct.fields().keySet()));
        for (var i = random.nextInt(1, 5); i > 0; i--) {
            var name = oneOf(names);
            object.set(name, of(struct.member(name), depth - 1));
        }
        return object;
    }

    private ObjectNode map(Shape value, int depth) {
        var map = NODES.objectNode();
        for (var i = random.nextInt(3); i > 0; i--) map.set("k" + random.nextInt(3), of(value, Math.max(0, depth - 1)));
        return map;
    }

    private ArrayNode list(Shape.ListOf shape, int depth) {
        var list = NODES.arrayNode();
        var known = new LinkedHashSet<String>();
        for (var i = random.nextInt(4); i > 0; i--) {
            var item = of(shape.element(), Math.max(0, depth - 1));
            if (known.add(keyed(item, shape, i))) list.add(item);
        }
        return list;
    }

    private static String keyed(JsonNode item, Shape.ListOf list, int number) {
        if (!(item instanceof ObjectNode object) || !(list.rule() instanceof ListRule.Keyed(var keys))) {
            return item.toString();
        }
        for (var key : keys) {
            var shape = list.element().member(key.name());
            if (shape == Shape.Scalar.INT32 || shape == Shape.Scalar.INT64) object.put(key.name(), number);
            else object.put(key.name(), "n" + number);
        }
        return "n" + number;
    }
}
