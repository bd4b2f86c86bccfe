package dev.plimsoll.apiserver.storage;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.function.Function;

/** An object together with what selectors look at, read once for all watchers. */
public record Candidate(StoredObject object, Map<String, String> labels, Map<String, String> fields) {
    public Candidate {
        labels = Map.copyOf(labels);
        fields = Map.copyOf(fields);
    }

    static Candidate of(StoredObject object, Function<JsonNode, Map<String, String>> fields) {
        var tree = object.tree();
        var labels = new java.util.HashMap<String, String>();
        for (var label : tree.path("metadata").path("labels").properties()) {
            labels.put(label.getKey(), label.getValue().asText());
        }
        return new Candidate(object, labels, fields.apply(tree));
    }

    /** The same, under another version. */
    Candidate as(StoredObject other) {
        return new Candidate(other, labels, fields);
    }
}
