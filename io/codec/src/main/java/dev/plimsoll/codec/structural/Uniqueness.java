package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.Trail;
import java.util.HashSet;
import org.jspecify.annotations.Nullable;

/** Entries of sets, and keys of lists that are maps, must be different. */
final class Uniqueness {
    private Uniqueness() {}

    static void check(JsonNode value, @Nullable Structural schema, Trail path, SchemaErrors findings) {
        if (schema == null) return;
        if (value instanceof ObjectNode object) {
            for (var entry : object.properties()) {
                check(entry.getValue(), schema.member(entry.getKey()), path.member(entry.getKey()), findings);
            }
        }
        if (!value.isArray()) return;
        switch (schema.markers().listType()) {
            case "set" -> entries(value, path, findings);
            case "map" -> keys(value, schema, path, findings);
            default -> {}
        }
        for (var i = 0; i < value.size(); i++) check(value.get(i), schema.items(), path.entry(i), findings);
    }

    private static void entries(JsonNode list, Trail path, SchemaErrors findings) {
        var seen = new HashSet<JsonNode>();
        for (var i = 0; i < list.size(); i++) {
            if (!seen.add(list.get(i))) findings.duplicate(path.entry(i), ValueText.of(list.get(i)));
        }
    }

    private static void keys(JsonNode list, Structural schema, Trail path, SchemaErrors findings) {
        var seen = new HashSet<JsonNode>();
        for (var i = 0; i < list.size(); i++) {
            if (!(list.get(i) instanceof ObjectNode entry)) continue;
            var key = entry.objectNode();
            for (var name : schema.markers().listMapKeys()) if (entry.has(name)) key.set(name, entry.get(name));
            if (!seen.add(key)) findings.duplicate(path.entry(i), key.toString());
        }
    }
}
