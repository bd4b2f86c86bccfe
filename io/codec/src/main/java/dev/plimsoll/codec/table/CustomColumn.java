package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.codec.jsonpath.JsonPath;
import java.util.function.Supplier;

/** A column of a kind as its definition lists it. */
final class CustomColumn {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private CustomColumn() {}

    static Column of(JsonNode entry, JsonPath path) {
        var type = entry.path("type").asText();
        var description = entry.path("description").asText();
        if (description.isEmpty())
            description = "Custom resource definition column (in JSONPath format): " + path.text();
        var shown = description;
        Supplier<String> text = () -> shown;
        return new Column(
                entry.path("name").asText(),
                type,
                entry.path("format").asText(),
                text,
                entry.path("priority").asInt(),
                row -> cell(type, path.first(row.object()), row));
    }

    /** A value of another type than its column's is not shown. */
    private static JsonNode cell(String type, JsonNode value, TableRow row) {
        if (value.isMissingNode()) return NODES.nullNode();
        return switch (type) {
            case "integer" -> value.isNumber() ? NODES.numberNode(value.asLong()) : NODES.nullNode();
            case "number" -> value.isNumber() ? value : NODES.nullNode();
            case "boolean" -> value.isBoolean() ? value : NODES.nullNode();
            case "date" -> value.isTextual() ? NODES.textNode(age(value.textValue(), row)) : NODES.nullNode();
            default ->
                NODES.textNode(value.isNull() ? "<nil>" : value.isValueNode() ? value.asText() : value.toString());
        };
    }

    private static String age(String time, TableRow row) {
        return Age.parse(time).isEmpty() ? "<invalid>" : Age.since(time, row.now());
    }
}
