package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.Json;
import dev.plimsoll.apiserver.storage.StoredObject;
import java.util.List;

/**
 * What a write gave, ready to be shown.
 *
 * @param bytes the object as JSON
 */
@SuppressWarnings("ArrayRecordComponent") // shared with the store, never changed
public record Outcome(int status, byte[] bytes, List<String> warnings) {
    public Outcome {
        warnings = List.copyOf(warnings);
    }

    static Outcome of(int status, StoredObject object, List<String> warnings) {
        return new Outcome(status, object.bytes(), warnings);
    }

    static Outcome of(int status, ObjectNode tree, List<String> warnings) {
        return new Outcome(status, Json.bytes(tree), warnings);
    }
}
