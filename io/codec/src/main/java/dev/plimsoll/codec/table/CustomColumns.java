package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.codec.jsonpath.JsonPath;
import java.util.ArrayList;
import java.util.List;

/** The columns of a kind as its definition lists them ({@code additionalPrinterColumns}), after the name. */
public final class CustomColumns {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final List<Column> columns;

    private CustomColumns(List<Column> columns) {
        this.columns = List.copyOf(columns);
    }

    /** Without any of its own, a kind shows the age of its objects. */
    public static CustomColumns of(JsonNode listed) {
        if (listed.isEmpty()) return new CustomColumns(SimpleColumns.DEFAULT);
        var columns = new ArrayList<Column>();
        columns.add(Column.objectName());
        for (var entry : listed)
            JsonPath.parse(entry.path("jsonPath").asText()).ifPresent(path -> columns.add(column(entry, path)));
        return new CustomColumns(columns);
    }

    List<Column> columns() {
        return columns;
    }

    private static Column column(JsonNode entry, JsonPath path) {
        var type = entry.path("type").asText();
        var description = entry.path("description").asText();
        if (description.isEmpty())
            description = "Custom resource definition column (in JSONPath format): " + path.text();
        return new Column(
                entry.path("name").asText(),
                type,
                entry.path("format").asText(),
                description,
                entry.path("priority").asInt(),
                row -> cell(type, path.first(row.object()), row));
    }

    /** A value of another type than its column's is not shown. */
    private static JsonNode cell(String type, JsonNode value, Row row) {
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

    private static String age(String time, Row row) {
        return Age.parse(time).isEmpty() ? "<invalid>" : Age.since(time, row.now());
    }
}
