package dev.plimsoll.apiserver.storage;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An object together with what selectors look at, which is read when the first selector asks, once for all. */
public final class Candidate {
    private final StoredObject object;
    private final Function<JsonNode, Map<String, String>> fieldsOf;
    private @Nullable Seen seen;

    /** Immutable, so that threads may hand it to each other without more ado. */
    record Seen(Map<String, String> labels, Map<String, String> fields) {}

    private Candidate(StoredObject object, Function<JsonNode, Map<String, String>> fieldsOf, @Nullable Seen seen) {
        this.object = object;
        this.fieldsOf = fieldsOf;
        this.seen = seen;
    }

    static Candidate of(StoredObject object, Function<JsonNode, Map<String, String>> fields) {
        return new Candidate(object, fields, null);
    }

    /** The same, if something is known of it already. */
    static Candidate of(StoredObject object, Function<JsonNode, Map<String, String>> fields, @Nullable Seen known) {
        return new Candidate(object, fields, known);
    }

    public StoredObject object() {
        return object;
    }

    public Map<String, String> labels() {
        return seen().labels();
    }

    public Map<String, String> fields() {
        return seen().fields();
    }

    /** Two threads may both read it the first time; they find the same. */
    private Seen seen() {
        var known = seen;
        if (known != null) return known;
        var fresh = seen(object.tree(), fieldsOf);
        seen = fresh;
        return fresh;
    }

    static Seen seen(JsonNode tree, Function<JsonNode, Map<String, String>> fieldsOf) {
        var labels = new HashMap<String, String>();
        for (var label : tree.path("metadata").path("labels").properties()) {
            labels.put(label.getKey(), label.getValue().asText());
        }
        return new Seen(Map.copyOf(labels), Map.copyOf(fieldsOf.apply(tree)));
    }

    /** The same, under another version. */
    Candidate as(StoredObject other) {
        return new Candidate(other, fieldsOf, seen);
    }
}
