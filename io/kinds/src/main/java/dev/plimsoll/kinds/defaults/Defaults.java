package dev.plimsoll.kinds.defaults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;

/** Values for fields that were not given. */
final class Defaults {
    private Defaults() {}

    static void text(ObjectNode node, String name, String value) {
        if (!isGiven(node, name)) node.put(name, value);
    }

    static void number(ObjectNode node, String name, int value) {
        if (!isGiven(node, name)) node.put(name, value);
    }

    static void flag(ObjectNode node, String name, boolean value) {
        if (!isGiven(node, name)) node.put(name, value);
    }

    static void object(ObjectNode node, String name) {
        if (!isGiven(node, name)) node.putObject(name);
    }

    /** A list of one text, where there is none or an empty one. */
    static void list(ObjectNode node, String name, String value) {
        if (node.path(name).isEmpty()) node.putArray(name).add(value);
    }

    static boolean isGiven(ObjectNode node, String name) {
        return node.hasNonNull(name);
    }

    /** Does something to an object inside another, if it is there. */
    static void inside(JsonNode node, String name, Consumer<ObjectNode> fill) {
        if (node.get(name) instanceof ObjectNode inner) fill.accept(inner);
    }

    /** Does something to every object of a list. */
    static void each(JsonNode node, String name, Consumer<ObjectNode> fill) {
        for (var item : node.path(name)) if (item instanceof ObjectNode inner) fill.accept(inner);
    }
}
