package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.apiserver.storage.StoredObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a write gave, ready to be shown.
 *
 * @param bytes the object as JSON
 * @param storedOrNull the stored object whose bytes these are; null for anything else
 */
@SuppressWarnings("ArrayRecordComponent") // shared with the store, never changed
public record VerbResult(int status, byte[] bytes, @Nullable StoredObject storedOrNull, List<String> warnings) {
    public VerbResult {
        warnings = List.copyOf(warnings);
    }

    static VerbResult of(int status, StoredObject object, List<String> warnings) {
        return new VerbResult(status, object.bytes(), object, warnings);
    }

    static VerbResult of(int status, ObjectNode tree, List<String> warnings) {
        return new VerbResult(status, StoredJson.bytes(tree), null, warnings);
    }
}
