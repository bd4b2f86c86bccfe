package dev.plimsoll.objects.tree;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeMap;

/** Whether two documents say the same: nulls and empty members mean what their absence means. */
public final class DocumentComparison {
    private DocumentComparison() {}

    /** Without nulls and empty members; members in order. */
    public static JsonNode trimmed(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                var members = new TreeMap<String, JsonNode>();
                for (var entry : object.properties()) {
                    var value = trimmed(entry.getValue());
                    if (!value.isNull() && !(value.isContainerNode() && value.isEmpty())) {
                        members.put(entry.getKey(), value);
                    }
                }
                var trimmed = JsonNodeFactory.instance.objectNode();
                trimmed.setAll(members);
                yield trimmed;
            }
            case ArrayNode array -> {
                var trimmed = JsonNodeFactory.instance.arrayNode();
                for (var item : array) trimmed.add(trimmed(item));
                yield trimmed;
            }
            case JsonNode leaf -> leaf;
        };
    }

    /** Whether two documents say the same. */
    public static boolean isSame(JsonNode one, JsonNode other) {
        return trimmed(one).equals(DocumentComparison::compareLeaves, trimmed(other));
    }

    /** The same number can be an int in one tree and a long in the other. */
    private static int compareLeaves(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) return one.asText().compareTo(other.asText());
        return one.equals(other) ? 0 : 1;
    }

    /** Whether two statuses say the same; a count of 0 says what its absence says. */
    public static boolean isSameStatus(JsonNode one, JsonNode other) {
        if (one.isObject() || other.isObject()) return covers(one, other) && covers(other, one);
        if (!one.isArray() || !other.isArray()) {
            // The same number can be an int in one tree and a long in the other.
            if (one.isNumber() && other.isNumber()) return one.asText().equals(other.asText());
            return one.equals(other) || (isAbsent(one) && isAbsent(other));
        }
        if (one.size() != other.size()) return false;
        for (var i = 0; i < one.size(); i++) if (!isSameStatus(one.get(i), other.get(i))) return false;
        return true;
    }

    /** Whether the other has all that this one says. */
    private static boolean covers(JsonNode one, JsonNode other) {
        if (!one.isObject()) return isAbsent(one);
        for (var entry : one.properties()) {
            var value = entry.getValue();
            if (!saysNothing(value) && !isSameStatus(value, other.path(entry.getKey()))) return false;
        }
        return other.isObject() || isAbsent(other);
    }

    private static boolean isAbsent(JsonNode node) {
        return node.isMissingNode() || node.isNull();
    }

    private static boolean saysNothing(JsonNode member) {
        if (isAbsent(member)) return true;
        if (member.isNumber()) return member.asLong() == 0;
        if (member.isArray()) return member.isEmpty();
        if (!member.isObject()) return false;
        for (var entry : member.properties()) if (!saysNothing(entry.getValue())) return false;
        return true;
    }
}
