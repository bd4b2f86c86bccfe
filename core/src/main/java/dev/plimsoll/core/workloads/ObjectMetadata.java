package dev.plimsoll.core.workloads;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What controllers ask of the metadata of any object.
 *
 * @param namespace empty where the object has none
 * @param version its {@code resourceVersion}
 */
public record ObjectMetadata(
        String namespace,
        String name,
        String uid,
        String version,
        long generation,
        Instant created,
        boolean isBeingDeleted,
        Map<String, String> labels,
        Map<String, String> annotations,
        List<OwnerReference> owners,
        List<String> finalizers) {
    public ObjectMetadata {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
        owners = List.copyOf(owners);
        finalizers = List.copyOf(finalizers);
    }

    /** As messages name the object: {@code namespace/name}. */
    public String qualifiedName() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
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
