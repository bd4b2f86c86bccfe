package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.Trail;
import dev.plimsoll.codec.structural.Structural.Additional;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes from a document what its schema does not know, and tells where that was. */
public final class SchemaPruner {
    /** Every object of the API has these, whatever its schema says. */
    private static final Set<String> OF_EVERY_OBJECT = Set.of("apiVersion", "kind", "metadata");

    /** Nobody reads more. */
    private static final int MOST = 100;

    private final List<String> unknown = new ArrayList<>();

    private SchemaPruner() {}

    /** Changes the document; the paths of what was dropped, the first hundred at most. */
    public static List<String> prune(ObjectNode document, Structural schema) {
        var pruning = new SchemaPruner();
        pruning.object(document, schema, Trail.ROOT, true);
        return pruning.unknown;
    }

    /** The same for a value inside a document. */
    static List<String> pruneValue(JsonNode value, Structural schema) {
        var pruning = new SchemaPruner();
        pruning.value(value, schema, Trail.ROOT);
        return pruning.unknown;
    }

    private void value(JsonNode value, @Nullable Structural schema, Trail path) {
        if (value instanceof ObjectNode object) object(object, schema, path, isObject(schema));
        if (value instanceof ArrayNode array) {
            var items = schema == null ? null : schema.items();
            if (items == null && schema != null && schema.markers().preserves()) return;
            for (var i = 0; i < array.size(); i++) value(array.get(i), items, path.entry(i));
        }
    }

    private static boolean isObject(@Nullable Structural schema) {
        return schema != null && schema.markers().embedded();
    }

    private void object(ObjectNode object, @Nullable Structural schema, Trail path, boolean root) {
        for (var names = object.fieldNames(); names.hasNext(); ) {
            var name = names.next();
            if (root && OF_EVERY_OBJECT.contains(name)) continue;
            var property = schema == null ? null : schema.properties().get(name);
            if (property != null) {
                value(object.path(name), property, path.member(name));
            } else if (schema != null && !(schema.additional() instanceof Additional.Unsaid)) {
                if (schema.ofOthers() != null || !schema.markers().preserves()) {
                    value(object.path(name), schema.ofOthers(), path.member(name));
                }
            } else if (schema == null || !schema.markers().preserves()) {
                if (unknown.size() < MOST) unknown.add(path.member(name).toString());
                names.remove();
            }
        }
    }
}
