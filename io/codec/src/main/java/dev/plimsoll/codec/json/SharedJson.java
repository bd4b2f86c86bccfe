package dev.plimsoll.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Objects that were read before, by their JSON: the fields that managers own are a good part of a stored document, and the same in most documents of a kind.
 *
 * <p>Threads may overwrite each other's entries, which costs a second object and nothing else.
 */
final class SharedJson {
    private static final int SLOTS = 512;
    private static final int LONGEST = 4096;
    private static final @Nullable EncodedObject[] TABLE = new @Nullable EncodedObject[SLOTS];

    private SharedJson() {}

    /** How many bytes the object has that begins at a place; 0 if it does not end, or is too long to be kept. */
    static int length(byte[] bytes, int start, int limit) {
        var end = JsonSpan.end(bytes, start, Math.min(limit, start + LONGEST));
        return end < 0 ? 0 : end - start;
    }

    /** Null if it is not known. */
    static @Nullable EncodedObject find(byte[] bytes, int start, int length) {
        var known = TABLE[slot(bytes, start, length)];
        if (known == null) return null;
        var json = known.json();
        return Arrays.equals(json, 0, json.length, bytes, start, start + length) ? known : null;
    }

    /** An object that was read from a place, for all who read the same; the object itself if it has other members than objects. */
    static ObjectNode kept(ObjectNode read, byte[] bytes, int start) {
        var members = frozen(read);
        if (members == null) return read;
        var fresh = EncodedObject.of(members);
        var length = fresh.length();
        if (!Arrays.equals(fresh.json(), 0, length, bytes, start, Math.min(bytes.length, start + length))) return read;
        TABLE[slot(bytes, start, length)] = fresh;
        return fresh;
    }

    /** The members of an object, none of which can be changed from now on; null if some are not objects. */
    private static @Nullable Map<String, JsonNode> frozen(ObjectNode object) {
        var members = LinkedHashMap.<String, JsonNode>newLinkedHashMap(object.size());
        for (var entry : object.properties()) {
            var inner = entry.getValue() instanceof ObjectNode value ? frozen(value) : null;
            if (inner == null) return null;
            members.put(entry.getKey(), new ObjectNode(JsonNodeFactory.instance, Collections.unmodifiableMap(inner)));
        }
        return members;
    }

    /** A letter here and there is enough to tell sets apart that are kept at the same time, and the length. */
    private static int slot(byte[] bytes, int start, int length) {
        var hash = length;
        for (var i = start + length - 1; i >= start; i -= 5) hash = hash * 31 + bytes[i];
        return (hash ^ (hash >>> 9) ^ (hash >>> 18)) & (SLOTS - 1);
    }
}
