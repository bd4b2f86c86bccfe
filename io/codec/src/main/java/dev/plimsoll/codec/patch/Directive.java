package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;

/** The names in a strategic merge patch that tell how to merge, instead of what. */
final class Directive {
    static final String PATCH = "$patch";
    static final String RETAIN_KEYS = "$retainKeys";
    static final String DELETE_FROM = "$deleteFromPrimitiveList";
    static final String ELEMENT_ORDER = "$setElementOrder";

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

    /** The name of the list that {@code $setElementOrder/NAME} or {@code $deleteFromPrimitiveList/NAME} is about; empty if none. */
    static String listName(String name, String directive) {
        return name.startsWith(directive + "/") ? name.substring(directive.length() + 1) : "";
    }

    /** Whether it is a map that says how it is to be merged. */
    static boolean isDirected(JsonNode value) {
        return value instanceof ObjectNode map && map.has(PATCH);
    }

    /**
     * What is taken of a patch for a member that the document does not have, or has with another type: nothing of nulls, and of maps
     * at any depth that say how they are to be merged, since there is none to replace or to delete. The other directives stay where
     * they are, as in Kubernetes, where they then are unknown fields. Changes {@code value} itself.
     */
    static JsonNode added(JsonNode value) {
        return switch (value) {
            case ObjectNode map -> {
                var names = new ArrayList<String>();
                map.fieldNames().forEachRemaining(names::add);
                for (var name : names) {
                    var member = map.get(name);
                    if (member.isNull() || isDirected(member)) map.remove(name);
                    else map.set(name, added(member));
                }
                yield map;
            }
            case ArrayNode list -> {
                var added = list.arrayNode();
                for (var item : list) {
                    if (!item.isNull() && !isDirected(item)) added.add(added(item));
                }
                yield added;
            }
            default -> value;
        };
    }
}
