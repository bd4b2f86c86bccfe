package dev.plimsoll.core.model;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Metadata of any object. Texts are empty where not given, {@code generation} is 0. */
public record ObjectMeta(
        String name,
        String generateName,
        String namespace,
        String uid,
        long generation,
        Map<String, String> labels,
        Map<String, String> annotations,
        @Nullable Deletion deletionOrNull) {

    /** When an object was asked to go and how long it may take. */
    public record Deletion(Instant timestamp, long graceSeconds) {}

    public ObjectMeta {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    public static ObjectMeta named(String name) {
        return new ObjectMeta(name, "", "default", "", 0, Map.of(), Map.of(), null);
    }

    public Optional<Deletion> deletion() {
        return Optional.ofNullable(deletionOrNull);
    }

    public ObjectMeta withGeneration(long changed) {
        return new ObjectMeta(name, generateName, namespace, uid, changed, labels, annotations, deletionOrNull);
    }

    public ObjectMeta withGenerateName(String changed) {
        return new ObjectMeta(name, changed, namespace, uid, generation, labels, annotations, deletionOrNull);
    }

    public ObjectMeta withUid(String changed) {
        return new ObjectMeta(name, generateName, namespace, changed, generation, labels, annotations, deletionOrNull);
    }

    public ObjectMeta withName(String changed) {
        return new ObjectMeta(changed, generateName, namespace, uid, generation, labels, annotations, deletionOrNull);
    }

    public ObjectMeta withAnnotation(String key, String value) {
        var changed = new HashMap<>(annotations);
        changed.put(key, value);
        return new ObjectMeta(name, generateName, namespace, uid, generation, labels, changed, deletionOrNull);
    }
}
