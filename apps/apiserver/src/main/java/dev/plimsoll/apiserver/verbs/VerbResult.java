package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.apiserver.storage.StoredObject;
import java.util.List;

/**
 * What a write gave, ready to be shown.
 *
 * @param bytes the object as JSON
 */
@SuppressWarnings("ArrayRecordComponent") // shared with the store, never changed
public record VerbResult(int status, byte[] bytes, List<String> warnings) {
    public VerbResult {
        warnings = List.copyOf(warnings);
    }

    static VerbResult of(int status, StoredObject object, List<String> warnings) {
        return new VerbResult(status, object.bytes(), warnings);
    }

    static VerbResult of(int status, ObjectNode tree, List<String> warnings) {
        return new VerbResult(status, StoredJson.bytes(tree), warnings);
    }
}
