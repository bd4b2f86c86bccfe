package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The names in a strategic merge patch that tell how to merge, instead of what. */
final class Directive {
    static final String PATCH = "$patch";
    static final String RETAIN_KEYS = "$retainKeys";
    static final String DELETE_FROM = "$deleteFromPrimitiveList/";
    static final String ELEMENT_ORDER = "$setElementOrder/";

    static final String REPLACE = "replace";
    static final String DELETE = "delete";
    static final String MERGE = "merge";

    private Directive() {}

    static boolean isOne(String name) {
        return name.equals(PATCH)
                || name.equals(RETAIN_KEYS)
                || name.startsWith(DELETE_FROM)
                || name.startsWith(ELEMENT_ORDER);
    }

    /** The content of a patch where there is nothing to merge it with: no directives, no nulls, no deletions. */
    static JsonNode content(JsonNode patch) {
        return switch (patch) {
            case ObjectNode object -> content(object);
            case ArrayNode list -> content(list);
            default -> patch;
        };
    }

    private static ObjectNode content(ObjectNode patch) {
        var content = JsonNodeFactory.instance.objectNode();
        for (var entry : patch.properties()) {
            if (isOne(entry.getKey()) || entry.getValue().isNull()) continue;
            content.set(entry.getKey(), content(entry.getValue()));
        }
        return content;
    }

    private static ArrayNode content(ArrayNode patch) {
        var content = JsonNodeFactory.instance.arrayNode();
        for (var item : patch) {
            var directive = item.path(PATCH).asText();
            var marksTheList = item.size() == 1 && !directive.isEmpty();
            if (!marksTheList && !directive.equals(DELETE)) content.add(content(item));
        }
        return content;
    }
}
