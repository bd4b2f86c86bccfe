package dev.plimsoll.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ObjectName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What controllers ask of the metadata of any object. */
public record Meta(
        ObjectName name,
        String uid,
        String version,
        long generation,
        Instant created,
        boolean isBeingDeleted,
        Map<String, String> labels,
        Map<String, String> annotations,
        List<OwnerReference> owners,
        List<String> finalizers) {
    public Meta {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
        owners = List.copyOf(owners);
        finalizers = List.copyOf(finalizers);
    }

    public static Meta of(JsonNode document) {
        var metadata = document.path("metadata");
        var owners = new ArrayList<OwnerReference>();
        for (var owner : metadata.path("ownerReferences")) owners.add(OwnerReference.of(owner));
        var finalizers = new ArrayList<String>();
        for (var finalizer : metadata.path("finalizers")) finalizers.add(finalizer.asText());
        return new Meta(
                ObjectName.of(document),
                metadata.path("uid").asText(),
                metadata.path("resourceVersion").asText(),
                metadata.path("generation").asLong(),
                Times.parse(metadata.path("creationTimestamp").asText()).orElse(Instant.EPOCH),
                metadata.hasNonNull("deletionTimestamp"),
                texts(metadata.path("labels")),
                texts(metadata.path("annotations")),
                owners,
                finalizers);
    }

    static Map<String, String> texts(JsonNode node) {
        var texts = new HashMap<String, String>();
        for (var entry : node.properties())
            texts.put(entry.getKey(), entry.getValue().asText());
        return texts;
    }

    public String namespace() {
        return name.namespace();
    }

    /** The one that keeps this object as it is. */
    public Optional<OwnerReference> controller() {
        return owners.stream().filter(OwnerReference::isController).findFirst();
    }

    public boolean isControlledBy(String owner) {
        return controller().filter(each -> each.uid().equals(owner)).isPresent();
    }

    public String annotation(String key) {
        return annotations.getOrDefault(key, "");
    }
}
