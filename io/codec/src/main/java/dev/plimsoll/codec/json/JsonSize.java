package dev.plimsoll.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How large a tree is once it is written: trees share texts and subtrees, so the memory that one takes says nothing of the bytes
 * that it becomes.
 */
public final class JsonSize {
    private JsonSize() {}

    /** The bytes of the tree as compact JSON in UTF-8. Nothing is written to find out. */
    public static long of(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                var size = 1L + Math.max(1, object.size());
                for (var entry : object.properties()) size += text(entry.getKey()) + 1 + of(entry.getValue());
                yield size;
            }
            case ArrayNode list -> {
                var size = 1L + Math.max(1, list.size());
                for (var item : list) size += of(item);
                yield size;
            }
            default ->
                node.isTextual() ? text(node.textValue()) : node.toString().length();
        };
    }

    /** How many objects and lists lie within one another; 0 for a plain value. */
    public static int depth(JsonNode node) {
        if (!node.isContainerNode()) return 0;
        var deepest = 0;
        for (var child : node) deepest = Math.max(deepest, depth(child));
        return deepest + 1;
    }

    private static long text(String text) {
        var size = 2L;
        for (var i = 0; i < text.length(); i++) size += width(text.charAt(i));
        return size;
    }

    private static int width(char c) {
        if (c == '"' || c == '\\' || c == '\b' || c == '\t' || c == '\n' || c == '\f' || c == '\r') return 2;
        if (c < ' ') return 6;
        if (c < 0x80) return 1;
        // Each half of a surrogate pair stands for two of its four bytes.
        return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
}
