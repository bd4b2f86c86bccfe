package dev.plimsoll.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON as {@link JsonBytes} writes it, in about half of the time that Jackson takes: without spaces, in plain letters,
 * with whole numbers only.
 * Whatever else is there, it gives up, and the caller asks Jackson.
 *
 * <p>Names of fields are few in a cluster, and each is kept once. Threads may overwrite each other's entries of that table, which costs a second text and
 * nothing else.
 */
public final class PlainJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** Deeper ones are left to a reader that does not need the stack. */
    private static final int MOST_DEPTH = 200;

    private static final int SLOTS = 4096;
    private static final int LONGEST_NAME = 64;
    private static final @Nullable Name[] NAMES = new @Nullable Name[SLOTS];

    private record Name(String written, String name) {}

    private final byte[] bytes;
    private int at;

    private PlainJson(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The object, or null if it is not as plain as that. */
    public static @Nullable ObjectNode object(byte[] bytes) {
        var reader = new PlainJson(bytes);
        return reader.value(0) instanceof ObjectNode object && reader.at == bytes.length ? object : null;
    }

    /** Null for whatever is not plain. */
    private @Nullable JsonNode value(int depth) {
        if (at >= bytes.length || depth > MOST_DEPTH) return null;
        return switch (bytes[at]) {
            case '{' -> members(depth);
            case '[' -> items(depth);
            case '"' -> TextNode.valueOf(text());
            case 't' -> word("true") ? NODES.booleanNode(true) : null;
            case 'f' -> word("false") ? NODES.booleanNode(false) : null;
            case 'n' -> word("null") ? NODES.nullNode() : null;
            default -> number();
        };
    }

    private @Nullable ObjectNode members(int depth) {
        var object = NODES.objectNode();
        at++;
        if (is('}')) return object;
        do {
            var name = name();
            if (name == null || !is(':')) return null;
            var value = value(depth + 1);
            if (value == null) return null;
            object.set(name, value);
        } while (is(','));
        return is('}') ? object : null;
    }

    private @Nullable ArrayNode items(int depth) {
        var list = NODES.arrayNode();
        at++;
        if (is(']')) return list;
        do {
            var value = value(depth + 1);
            if (value == null) return null;
            list.add(value);
        } while (is(','));
        return is(']') ? list : null;
    }

    private boolean is(char wanted) {
        if (at >= bytes.length || bytes[at] != wanted) return false;
        at++;
        return true;
    }

    private boolean word(String word) {
        if (bytes.length - at < word.length()) return false;
        for (var i = 0; i < word.length(); i++) if (bytes[at + i] != word.charAt(i)) return false;
        at += word.length();
        return true;
    }

    private @Nullable String name() {
        if (!is('"')) return null;
        var start = at;
        var hash = 0;
        var hasEscapes = false;
        for (; at < bytes.length; at++) {
            var b = bytes[at];
            if (b == '"') {
                at++;
                return known(start, at - 1 - start, hash, hasEscapes);
            }
            if (b == '\\') {
                if (!isPlainEscape()) return null;
                hasEscapes = true;
                at++;
            } else if (b < ' ') return null;
            hash = hash * 31 + bytes[at];
        }
        return null;
    }

    /** Whether an escape stands for a quotation mark or a backslash, as in the keys of owned fields. */
    private boolean isPlainEscape() {
        return at + 1 < bytes.length && (bytes[at + 1] == '"' || bytes[at + 1] == '\\');
    }

    private String known(int start, int length, int hash, boolean hasEscapes) {
        if (length > LONGEST_NAME) return letters(start, length, hasEscapes);
        var slot = (hash ^ (hash >>> 12)) & (SLOTS - 1);
        var known = NAMES[slot];
        if (known != null && isAt(known.written(), start, length)) return known.name();
        var name = letters(start, length, hasEscapes);
        NAMES[slot] = new Name(hasEscapes ? plain(start, length) : name, name);
        return name;
    }

    private boolean isAt(String text, int start, int length) {
        if (text.length() != length) return false;
        for (var i = 0; i < length; i++) if (text.charAt(i) != bytes[start + i]) return false;
        return true;
    }

    private @Nullable String text() {
        at++;
        var start = at;
        var hasEscapes = false;
        for (; at < bytes.length; at++) {
            var b = bytes[at];
            if (b == '"') {
                at++;
                return letters(start, at - 1 - start, hasEscapes);
            }
            if (b == '\\') {
                if (!isPlainEscape()) return null;
                hasEscapes = true;
                at++;
            } else if (b < ' ') return null; // letters outside ASCII are negative
        }
        return null;
    }

    private String letters(int start, int length, boolean hasEscapes) {
        if (!hasEscapes) return plain(start, length);
        var letters = new byte[length];
        var written = 0;
        for (var i = start; i < start + length; i++) {
            if (bytes[i] == '\\') i++;
            letters[written++] = bytes[i];
        }
        return new String(letters, 0, written, StandardCharsets.ISO_8859_1);
    }

    private String plain(int start, int length) {
        return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
    }

    /** A whole number of at most 18 digits, without a leading zero. */
    private @Nullable JsonNode number() {
        var isNegative = is('-');
        var start = at;
        var number = 0L;
        for (; at < bytes.length && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
            if (at - start == 18) return null;
            number = number * 10 + bytes[at] - '0';
        }
        var digits = at - start;
        if (digits == 0 || (bytes[start] == '0' && (digits > 1 || isNegative))) return null;
        if (at < bytes.length && (bytes[at] == '.' || bytes[at] == 'e' || bytes[at] == 'E')) return null;
        var value = isNegative ? -number : number;
        return value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value);
    }
}
