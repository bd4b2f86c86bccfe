package dev.plimsoll.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeMap;

/** A value whose objects have their members in the order of their names, at every depth. */
public final class SortedJson {
    private SortedJson() {}

    /** A copy; scalars are shared. */
    public static JsonNode of(JsonNode value) {
        return switch (value) {
            case ObjectNode map -> of(map);
            case ArrayNode list -> {
                var sorted = JsonNodeFactory.instance.arrayNode(list.size());
                for (var item : list) sorted.add(of(item));
                yield sorted;
            }
            default -> value;
        };
    }

    public static ObjectNode of(ObjectNode map) {
        var members = new TreeMap<String, JsonNode>();
        for (var entry : map.properties()) members.put(entry.getKey(), of(entry.getValue()));
        var sorted = JsonNodeFactory.instance.objectNode();
        sorted.setAll(members);
        return sorted;
    }
}
