package dev.plimsoll.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON as {@link JsonBytes} writes it, in about half of the time that Jackson takes: in plain letters, with whole numbers only, no name twice in an object.
 * Whatever else is there, it gives up, and the caller asks Jackson.
 *
 * <p>Names of fields are few in a cluster, and each is kept once; so are short texts. Threads may overwrite each other's entries of these tables, which costs
 * a second text and nothing else.
 */
public final class PlainJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** Deeper ones are left to a reader that does not need the stack. */
    static final int MOST_DEPTH = 200;

    /** The way to sets of owned fields, which many documents have in common, and how deep each step of it is. */
    private static final List<String> WAY = List.of("metadata", "managedFields", "fieldsV1");

    private static final int[] DEPTHS = {1, 2, 4};

    private static final int SLOTS = 4096;
    private static final int LONGEST_NAME = 64;
    private static final @Nullable Name[] NAMES = new @Nullable Name[SLOTS];

    private static final int TEXT_SLOTS = 8192;
    private static final int LONGEST_TEXT = 24;
    private static final @Nullable String[] TEXTS = new @Nullable String[TEXT_SLOTS];

    private record Name(String written, String name) {}

    private final byte[] bytes;
    private final int end;
    private final boolean hasSpaces;
    private final boolean hasOwners;
    private int at;
    /** How many steps of the way lead to the current value. */
    private int steps;

    private PlainJson(byte[] bytes, int from, int end, boolean hasSpaces, boolean hasOwners) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
        this.hasSpaces = hasSpaces;
        this.hasOwners = hasOwners;
    }

    /** The object that was written without spaces, or null if it is not as plain as that. */
    public static @Nullable ObjectNode object(byte[] bytes) {
        return object(bytes, 0, bytes.length);
    }

    /** The same for an object that is a part of the bytes. */
    public static @Nullable ObjectNode object(byte[] bytes, int from, int to) {
        return new PlainJson(bytes, from, to, false, true).object();
    }

    /** The same without the fields that managers own ({@code metadata.managedFields}), which are half of many documents and are passed over. */
    public static @Nullable ObjectNode withoutOwners(byte[] bytes) {
        return new PlainJson(bytes, 0, bytes.length, false, false).object();
    }

    /** The same where spaces may be between the parts. */
    static @Nullable ObjectNode spaced(byte[] bytes) {
        return new PlainJson(bytes, 0, bytes.length, true, true).object();
    }

    private @Nullable ObjectNode object() {
        if (!(value(0) instanceof ObjectNode object)) return null;
        if (hasSpaces) skipSpaces();
        return at == end ? object : null;
    }

    private void skipSpaces() {
        while (at < end && isSpace(bytes[at])) at++;
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    /** Null for whatever is not plain. */
    private @Nullable JsonNode value(int depth) {
        if (hasSpaces) skipSpaces();
        if (at >= end || depth > MOST_DEPTH) return null;
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
            if (isLeftOut(name, depth + 1)) {
                if (!isPassedOver()) return null;
                continue;
            }
            var value = member(name, depth + 1);
            if (value == null || object.replace(name, value) != null) return null;
        } while (is(','));
        return is('}') ? object : null;
    }

    private boolean isLeftOut(String name, int depth) {
        return !hasOwners && steps == 1 && depth == DEPTHS[1] && name.equals(WAY.get(1));
    }

    private boolean isPassedOver() {
        var after = at < end && bytes[at] == '[' ? JsonSpan.end(bytes, at, end) : -1;
        if (after < 0) return false;
        at = after;
        return true;
    }

    private @Nullable JsonNode member(String name, int depth) {
        if (steps == WAY.size() || depth != DEPTHS[steps] || !name.equals(WAY.get(steps))) return value(depth);
        steps++;
        var value = steps == WAY.size() ? shared(depth) : value(depth);
        steps--;
        return value;
    }

    /** A value that is the same in many documents, and is read once if it is an object. */
    private @Nullable JsonNode shared(int depth) {
        if (hasSpaces) skipSpaces();
        var start = at;
        var length = start < end && bytes[start] == '{' ? SharedJson.length(bytes, start, end) : 0;
        if (length == 0) return value(depth);
        var known = SharedJson.find(bytes, start, length);
        if (known != null) {
            at += length;
            return known;
        }
        return value(depth) instanceof ObjectNode read ? SharedJson.kept(read, bytes, start) : null;
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
        if (hasSpaces) skipSpaces();
        if (at >= end || bytes[at] != wanted) return false;
        at++;
        return true;
    }

    private boolean word(String word) {
        if (end - at < word.length()) return false;
        for (var i = 0; i < word.length(); i++) if (bytes[at + i] != word.charAt(i)) return false;
        at += word.length();
        return true;
    }

    private @Nullable String name() {
        if (!is('"')) return null;
        var start = at;
        var hash = 0;
        var hasEscapes = false;
        for (; at < end; at++) {
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
        return at + 1 < end && (bytes[at + 1] == '"' || bytes[at + 1] == '\\');
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
        var hash = 0;
        var hasEscapes = false;
        for (; at < end; at++) {
            var b = bytes[at];
            if (b == '"') {
                at++;
                return repeated(start, at - 1 - start, hash, hasEscapes);
            }
            if (b == '\\') {
                if (!isPlainEscape()) return null;
                hasEscapes = true;
                at++;
            } else if (b < ' ') return null; // letters outside ASCII are negative
            hash = hash * 31 + b;
        }
        return null;
    }

    /** Short texts are most often one of a few, such as types and reasons of conditions. */
    private String repeated(int start, int length, int hash, boolean hasEscapes) {
        if (hasEscapes || length > LONGEST_TEXT) return letters(start, length, hasEscapes);
        var slot = (hash ^ (hash >>> 13)) & (TEXT_SLOTS - 1);
        var known = TEXTS[slot];
        if (known != null && isAt(known, start, length)) return known;
        var text = plain(start, length);
        TEXTS[slot] = text;
        return text;
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
        for (; at < end && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
            if (at - start == 18) return null;
            number = number * 10 + bytes[at] - '0';
        }
        var digits = at - start;
        if (digits == 0 || (bytes[start] == '0' && (digits > 1 || isNegative))) return null;
        if (at < end && (bytes[at] == '.' || bytes[at] == 'e' || bytes[at] == 'E')) return null;
        var value = isNegative ? -number : number;
        return value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value);
    }
}
