package dev.plimsoll.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The order in which a document is stored: kind, version and metadata first, so that the version of the store can be put into the bytes without
 * reading them. The metadata come without the resource version, which is only known once the object is written.
 */
public final class StorageLayout {
    private StorageLayout() {}

    /** The document in that order. It shares all but its metadata with the given one, which stays as it is. */
    public static ObjectNode of(ObjectNode document, TypeMeta type) {
        var ordered = document.objectNode();
        type.writeTo(ordered);
        var metadata = document.objectNode();
        metadata.setAll((ObjectNode) document.path("metadata"));
        metadata.remove("resourceVersion");
        ordered.set("metadata", metadata);
        for (var entry : document.properties()) {
            if (!ordered.has(entry.getKey())) ordered.set(entry.getKey(), entry.getValue());
        }
        return ordered;
    }
}
