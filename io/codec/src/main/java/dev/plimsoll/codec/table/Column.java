package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * A column of a table and what it shows of an object.
 *
 * @param description asked for only where columns are defined, once for a Table
 * @param priority 0 if always shown, 1 if only in the wide form
 */
record Column(
        String name,
        String type,
        String format,
        Supplier<String> description,
        int priority,
        Function<TableRow, JsonNode> cell) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    static Column text(String name, Function<TableRow, String> cell) {
        return new Column(name, "string", "", Column::undescribed, 0, row -> NODES.textNode(cell.apply(row)));
    }

    /** Until its table says otherwise. */
    private static String undescribed() {
        return "";
    }

    static JsonNode textNode(String text) {
        return NODES.textNode(text);
    }

    static Column number(String name, ToLongFunction<TableRow> cell) {
        return new Column(name, "integer", "", Column::undescribed, 0, row -> NODES.numberNode(cell.applyAsLong(row)));
    }

    /** A number in a column of texts, as some kinds have it. */
    static Column count(String name, ToLongFunction<TableRow> cell) {
        return new Column(name, "string", "", Column::undescribed, 0, row -> NODES.numberNode(cell.applyAsLong(row)));
    }

    /** The value at a path, or nothing. */
    static Column value(String name, String type, String path) {
        return new Column(
                name,
                type,
                "",
                Column::undescribed,
                0,
                row -> TableRow.isGiven(row.at(path)) ? row.at(path) : NODES.nullNode());
    }

    static Column flag(String name, String path) {
        return new Column(
                name,
                "boolean",
                "",
                Column::undescribed,
                0,
                row -> NODES.booleanNode(row.at(path).asBoolean()));
    }

    static Column objectName() {
        return new Column(
                "Name", "string", "name", Column::undescribed, 0, row -> NODES.textNode(row.text("metadata.name")));
    }

    static Column age() {
        return text("Age", row -> row.age("metadata.creationTimestamp"));
    }

    static Column createdAt() {
        return text(
                        "Created At",
                        row -> Age.parse(row.text("metadata.creationTimestamp"))
                                .map(Object::toString)
                                .orElse(Age.UNKNOWN))
                .ofType("date");
    }

    Column describedAs(Supplier<String> text) {
        return new Column(name, type, format, text, priority, cell);
    }

    Column showing(Function<TableRow, JsonNode> other) {
        return new Column(name, type, format, description, priority, other);
    }

    /** The same cells, said to be of another type. */
    Column ofType(String other) {
        return new Column(name, other, format, description, priority, cell);
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
                .put("description", description.get())
                .put("priority", priority);
    }
}
