package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;

/** Structural schemas, and values that more or less fit them. The same seed gives the same ones. */
final class RandomSchemas {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> NAMES = List.of("a", "b", "c", "d");

    private final Random random;

    RandomSchemas(long seed) {
        this.random = new Random(seed);
    }

    ObjectNode root() {
        return struct(3);
    }

    private ObjectNode schema(int depth) {
        var schema = switch (random.nextInt(depth > 0 ? 7 : 3)) {
            case 0 -> NODES.objectNode().put("type", "integer").put("maximum", 5);
            case 1 -> NODES.objectNode().put("type", "boolean");
            case 2 -> {
                var text = NODES.objectNode().put("type", "string");
                text.putArray("enum").add("x").add("y");
                yield text;
            }
            case 3 -> {
                var list = NODES.objectNode().put("type", "array");
                list.set("items", schema(depth - 1));
                yield list;
            }
            case 4 -> {
                var map = NODES.objectNode().put("type", "object");
                map.set("additionalProperties", schema(depth - 1));
                yield map;
            }
            case 5 -> struct(depth - 1).put("x-kubernetes-preserve-unknown-fields", true);
            default -> struct(depth - 1);
        };
        if (random.nextInt(5) == 0) schema.put("nullable", true);
        if (random.nextInt(3) == 0) schema.set("default", fitting(schema));
        return schema;
    }

    private ObjectNode struct(int depth) {
        var struct = NODES.objectNode().put("type", "object");
        var properties = struct.putObject("properties");
        for (var name : NAMES) if (random.nextBoolean()) properties.set(name, schema(depth));
        for (var entry : properties.properties()) {
            if (random.nextInt(4) == 0) struct.withArray("required").add(entry.getKey());
        }
        return struct;
    }

    /** A value that the schema allows; members that have defaults may be missing. */
    JsonNode fitting(JsonNode schema) {
        return switch (schema.path("type").asText()) {
            case "integer" -> NODES.numberNode(random.nextInt(6));
            case "boolean" -> NODES.booleanNode(random.nextBoolean());
            case "string" -> NODES.textNode(random.nextBoolean() ? "x" : "y");
            case "array" -> {
                var list = NODES.arrayNode();
                for (var i = random.nextInt(3); i > 0; i--) list.add(fitting(schema.path("items")));
                yield list;
            }
            default -> {
                var object = NODES.objectNode();
                for (var entry : schema.path("properties").properties()) {
                    var required = schema.path("required")
                            .valueStream()
                            .anyMatch(each -> each.asText().equals(entry.getKey()));
                    if (required || random.nextBoolean()) object.set(entry.getKey(), fitting(entry.getValue()));
                }
                if (schema.has("additionalProperties")) {
                    for (var name : NAMES) {
                        if (random.nextBoolean()) object.set(name, fitting(schema.path("additionalProperties")));
                    }
                }
                yield object;
            }
        };
    }

    /** The same with something wrong or unknown here and there. */
    JsonNode spoiled(JsonNode value) {
        if (random.nextInt(12) == 0) return NODES.nullNode();
        if (random.nextInt(12) == 0) return NODES.objectNode().put("odd", 1);
        if (value instanceof ObjectNode object) {
            var copy = NODES.objectNode();
            for (var entry : object.properties()) copy.set(entry.getKey(), spoiled(entry.getValue()));
            if (random.nextInt(3) == 0) copy.put("unknown", "u");
            return copy;
        }
        if (!value.isArray()) return value;
        var copy = NODES.arrayNode();
        for (var entry : value) copy.add(spoiled(entry));
        return copy;
    }
}
