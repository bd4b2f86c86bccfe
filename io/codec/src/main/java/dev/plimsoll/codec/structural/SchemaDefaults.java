package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Gives a document the defaults of its schema. A null that may not be one is as if nothing were given. */
public final class SchemaDefaults {
    private SchemaDefaults() {}

    /** Changes the document. */
    public static void apply(JsonNode value, @Nullable Structural schema) {
        if (schema == null) return;
        if (value instanceof ObjectNode object) members(object, schema);
        if (value instanceof ArrayNode array) entries(array, schema.items());
    }

    private static void members(ObjectNode object, Structural schema) {
        schema.properties().forEach((name, property) -> {
            var given = object.get(name);
            if (given != null && !Structural.isForbiddenNull(given, property)) return;
            if (property.standIn() != null) object.set(name, property.standIn().deepCopy());
            else object.remove(name);
        });
        var others = schema.ofOthers();
        for (var names = object.fieldNames(); names.hasNext(); ) {
            var name = names.next();
            if (schema.properties().containsKey(name)) {
                apply(object.path(name), schema.properties().get(name));
            } else if (others != null
                    && Structural.isForbiddenNull(object.get(name), others)
                    && others.standIn() == null) {
                names.remove();
            }
        }
        if (others == null) return;
        for (var entry : object.properties()) {
            if (schema.properties().containsKey(entry.getKey())) continue;
            if (Structural.isForbiddenNull(entry.getValue(), others) && others.standIn() != null) {
                entry.setValue(others.standIn().deepCopy());
            }
            apply(entry.getValue(), others);
        }
    }

    private static void entries(ArrayNode array, @Nullable Structural items) {
        if (items == null) return;
        for (var i = 0; i < array.size(); i++) {
            if (items.standIn() != null && Structural.isForbiddenNull(array.get(i), items)) {
                array.set(i, items.standIn().deepCopy());
            }
            apply(array.get(i), items);
        }
    }
}
