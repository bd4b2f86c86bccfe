package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.SortedJson;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** JSON merge patch (RFC 7386): objects merge name by name, null removes, everything else replaces. */
public final class MergePatch {
    private MergePatch() {}

    public static PatchOutcome apply(ObjectNode document, JsonNode patch) {
        if (!(patch instanceof ObjectNode changes))
            return PatchOutcome.invalid("error decoding patch: " + PatchText.notAMap(patch));
        return new PatchOutcome.Patched(merged(document, changes));
    }

    /**
     * The document that a patch makes, as Kubernetes shows it if it cannot be read: what the patch has anything to do with has its
     * members in the order of their names, all else that of the document.
     */
    public static ObjectNode shown(ObjectNode document, ObjectNode changes) {
        var shown = JsonNodeFactory.instance.objectNode();
        var names = new TreeSet<String>();
        document.fieldNames().forEachRemaining(names::add);
        changes.fieldNames().forEachRemaining(names::add);
        for (var name : names) {
            var current = document.get(name);
            var change = changes.get(name);
            if (change == null) shown.set(name, document.path(name));
            else if (current instanceof ObjectNode object && change instanceof ObjectNode part)
                shown.set(name, shown(object, part));
            else if (!change.isNull()) shown.set(name, SortedJson.of(withoutNulls(change)));
        }
        return shown;
    }

    private static ObjectNode merged(ObjectNode document, ObjectNode changes) {
        var merged = JsonNodeFactory.instance.objectNode();
        for (var entry : document.properties()) {
            if (!changes.has(entry.getKey()))
                merged.set(entry.getKey(), entry.getValue().deepCopy());
            else put(merged, entry.getKey(), entry.getValue(), changes.get(entry.getKey()));
        }
        for (var entry : changes.properties()) {
            if (!document.has(entry.getKey())) put(merged, entry.getKey(), null, entry.getValue());
        }
        return merged;
    }

    private static void put(ObjectNode target, String name, @Nullable JsonNode current, JsonNode change) {
        if (change.isNull()) return;
        if (!(change instanceof ObjectNode changes)) {
            target.set(name, withoutNulls(change));
            return;
        }
        var base = current instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
        target.set(name, merged(base, changes));
    }

    /** A list is taken as it is, but its objects lose their nulls: that is what Kubernetes makes of them. */
    private static JsonNode withoutNulls(JsonNode value) {
        if (value instanceof ObjectNode object) return merged(JsonNodeFactory.instance.objectNode(), object);
        if (!(value instanceof ArrayNode list)) return value;
        var copy = JsonNodeFactory.instance.arrayNode(list.size());
        for (var item : list) copy.add(withoutNulls(item));
        return copy;
    }
}
