package dev.plimsoll.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.JsonSpan;
import dev.plimsoll.codec.json.PlainJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of a list, whose objects are read one by one: in half of the time that it takes to read the list as one document, and with what
 * objects of a kind have in common kept once. It must be written as servers write it, without spaces; whatever is not, is left to others.
 */
final class ListBody {
    private final byte[] bytes;
    private int at;
    private String kind = "";
    private @Nullable ObjectNode metadata;
    private @Nullable List<ObjectNode> items;

    private ListBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Null if it is no such text. */
    static @Nullable ResourceList read(byte[] bytes, ApiResource resource) {
        var body = new ListBody(bytes);
        if (!body.isRead()) return null;
        var read = body.items;
        var about = body.metadata;
        if (read == null || about == null) return null;
        ClientJson.received(ClientJson.object().put("kind", body.kind));
        return ResourceList.of(read, about, resource);
    }

    /** Whether it is an object with nothing but a line's end behind it. */
    private boolean isRead() {
        if (!is('{')) return false;
        do {
            var name = text();
            if (name == null || !is(':') || !isMember(name)) return false;
        } while (is(','));
        return is('}') && (at == bytes.length || (at == bytes.length - 1 && bytes[at] == '\n'));
    }

    private boolean isMember(String name) {
        return switch (name) {
            case "kind" -> isKind();
            case "apiVersion" -> text() != null;
            case "metadata" -> isMetadata();
            case "items" -> areItems();
            default -> false;
        };
    }

    private boolean isKind() {
        var text = text();
        if (text != null) kind = text;
        return text != null;
    }

    private boolean isMetadata() {
        var start = at;
        var after = JsonSpan.end(bytes, start, bytes.length);
        if (metadata != null || after < 0) return false;
        metadata = object(start, after);
        at = after;
        return metadata != null;
    }

    private boolean areItems() {
        if (items != null || !is('[')) return false;
        var read = new ArrayList<ObjectNode>();
        items = read;
        if (is(']')) return true;
        do {
            if (at >= bytes.length || bytes[at] != '{') return false;
            var after = JsonSpan.end(bytes, at, bytes.length);
            var object = after < 0 ? null : object(at, after);
            if (object == null) return false;
            read.add(object);
            at = after;
        } while (is(','));
        return is(']');
    }

    private @Nullable ObjectNode object(int from, int to) {
        var plain = PlainJson.object(bytes, from, to);
        return plain != null
                ? plain
                : ClientJson.read(Arrays.copyOfRange(bytes, from, to)).orElse(null);
    }

    private boolean is(char wanted) {
        if (at >= bytes.length || bytes[at] != wanted) return false;
        at++;
        return true;
    }

    /** A text without escapes. */
    private @Nullable String text() {
        if (!is('"')) return null;
        for (var start = at; at < bytes.length && bytes[at] != '\\'; at++) {
            if (bytes[at] == '"') return new String(bytes, start, at++ - start, StandardCharsets.UTF_8);
        }
        return null;
    }
}
