package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * A column of a table and what it shows of an object.
 *
 * @param priority 0 if always shown, 1 if only in the wide form
 */
record Column(String name, String type, String format, String description, int priority, Function<Row, JsonNode> cell) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    static Column text(String name, String description, Function<Row, String> cell) {
        return new Column(name, "string", "", description, 0, row -> NODES.textNode(cell.apply(row)));
    }

    static Column number(String name, String description, ToLongFunction<Row> cell) {
        return new Column(name, "integer", "", description, 0, row -> NODES.numberNode(cell.applyAsLong(row)));
    }

    /** A number in a column of texts, as some kinds have it. */
    static Column count(String name, String description, ToLongFunction<Row> cell) {
        return new Column(name, "string", "", description, 0, row -> NODES.numberNode(cell.applyAsLong(row)));
    }

    /** The value at a path, or nothing. */
    static Column value(String name, String type, String path) {
        return new Column(name, type, "", "", 0, row -> Row.isGiven(row.at(path)) ? row.at(path) : NODES.nullNode());
    }

    static Column flag(String name, String description, String path) {
        return new Column(
                name,
                "boolean",
                "",
                description,
                0,
                row -> NODES.booleanNode(row.at(path).asBoolean()));
    }

    static Column objectName() {
        return new Column(
                "Name", "string", "name", ColumnText.NAME, 0, row -> NODES.textNode(row.text("metadata.name")));
    }

    static Column age() {
        return text("Age", ColumnText.CREATION_TIMESTAMP, row -> row.age("metadata.creationTimestamp"));
    }

    static Column createdAt() {
        return text(
                "Created At",
                ColumnText.CREATION_TIMESTAMP,
                row -> Age.parse(row.text("metadata.creationTimestamp"))
                        .map(Object::toString)
                        .orElse(Age.UNKNOWN));
    }

    /** Shown only in the wide form. */
    Column wide() {
        return new Column(name, type, format, description, 1, cell);
    }

    ObjectNode definition() {
        return NODES.objectNode()
                .put("name", name)
                .put("type", type)
                .put("format", format)
                .put("description", description)
                .put("priority", priority);
    }
}
