package dev.plimsoll.kinds.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.SchemaField;
import dev.plimsoll.codec.schema.Shape;
import dev.plimsoll.codec.schema.Shape.ListRule;
import java.util.ArrayList;

/** What an OpenAPI document tells about how a field is merged, by patches and by owners, and what it is where it was not given. */
final class MergeExtensions {
    private static final String LIST_TYPE = "x-kubernetes-list-type";

    private MergeExtensions() {}

    static void write(ObjectNode property, SchemaField field) {
        if (field.zero() != null && !field.zero().isNull()) property.set("default", field.zero());
        var patch = field.patch();
        if (!patch.mergeKey().isEmpty()) property.put("x-kubernetes-patch-merge-key", patch.mergeKey());
        var strategies = new ArrayList<String>();
        if (patch.merges()) strategies.add("merge");
        if (patch.replaces()) strategies.add("replace");
        if (patch.retainsKeys()) strategies.add("retainKeys");
        if (!strategies.isEmpty()) property.put("x-kubernetes-patch-strategy", String.join(",", strategies));
        switch (field.shape()) {
            case Shape.ListOf(var _, var rule) -> list(property, rule);
            case Shape.MapOf map when map.isAtomic() -> property.put("x-kubernetes-map-type", "atomic");
            default -> {}
        }
    }

    private static void list(ObjectNode property, ListRule rule) {
        switch (rule) {
            case ListRule.Atomic _ -> property.put(LIST_TYPE, "atomic");
            case ListRule.AsSet _ -> property.put(LIST_TYPE, "set");
            case ListRule.Keyed(var keys) -> {
                var names = property.putArray("x-kubernetes-list-map-keys");
                for (var key : keys) names.add(key.name());
                property.put(LIST_TYPE, "map");
            }
        }
    }
}
