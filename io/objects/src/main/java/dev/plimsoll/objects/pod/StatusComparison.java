package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether a pod's status says all that a {@link StatusPatch} would make it say. What is null or empty counts as absent: API servers
 * differ in which of these they keep. What the patch does not name belongs to others and is not looked at.
 */
final class StatusComparison {
    /** Lists of which a patch changes the entries that it names, by the field that tells entries apart. */
    private static final Map<String, String> KEYS = Map.of("conditions", "type", "podIPs", "ip", "hostIPs", "ip");

    private StatusComparison() {}

    static boolean holds(JsonNode status, ObjectNode patch) {
        for (var field : patch.properties()) {
            var there = status.path(field.getKey());
            var said = switch (field.getValue()) {
                case ObjectNode map -> holds(there, map);
                case ArrayNode list -> holds(there, list, KEYS.get(field.getKey()));
                default -> isSame(there, field.getValue());
            };
            if (!said) return false;
        }
        return true;
    }

    private static boolean holds(JsonNode there, ArrayNode list, @Nullable String key) {
        if (key == null) return isSame(there, list);
        for (var item : list) {
            if (!(item instanceof ObjectNode entry)) return false;
            var found = find(there, key, text(entry, key));
            var isTaken = text(entry, "$patch").equals("delete");
            if (isTaken ? found != null : (found == null || !holds(found, entry))) return false;
        }
        return true;
    }

    private static @Nullable JsonNode find(JsonNode list, String key, String value) {
        for (var item : list) if (text(item, key).equals(value)) return item;
        return null;
    }

    private static boolean isSame(JsonNode one, JsonNode other) {
        if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
        if (one instanceof ObjectNode map && other instanceof ObjectNode second) {
            return hasAll(map, second) && hasAll(second, map);
        }
        if (one instanceof ArrayNode list && other instanceof ArrayNode second) {
            if (list.size() != second.size()) return false;
            for (var i = 0; i < list.size(); i++) if (!isSame(list.get(i), second.get(i))) return false;
            return true;
        }
        if (one.isNumber() && other.isNumber()) return one.asLong() == other.asLong();
        return one.equals(other);
    }

    private static boolean hasAll(ObjectNode all, ObjectNode of) {
        for (var field : of.properties()) if (!isSame(all.path(field.getKey()), field.getValue())) return false;
        return true;
    }

    /** An object whose members are all nothing is nothing too. */
    private static boolean isNothing(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) return true;
        if (!value.isContainerNode()) return false;
        for (var member : value) if (!isNothing(member)) return false;
        return true;
    }
}
