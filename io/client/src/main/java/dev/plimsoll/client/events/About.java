package dev.plimsoll.client.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;

/**
 * The object that an event is about.
 *
 * @param namespace empty where the object has none
 * @param fieldPath a part of it, such as {@code spec.containers{app}}; empty for the whole
 */
public record About(
        String apiVersion,
        String kind,
        String namespace,
        String name,
        String uid,
        String resourceVersion,
        String fieldPath) {

    public static About of(JsonNode document) {
        var metadata = document.path("metadata");
        return new About(
                document.path("apiVersion").asText(),
                document.path("kind").asText(),
                metadata.path("namespace").asText(),
                metadata.path("name").asText(),
                metadata.path("uid").asText(),
                metadata.path("resourceVersion").asText(),
                "");
    }

    public About part(String path) {
        return new About(apiVersion, kind, namespace, name, uid, resourceVersion, path);
    }

    ObjectNode reference() {
        var reference = ClientJson.object().put("kind", kind);
        if (!namespace.isEmpty()) reference.put("namespace", namespace);
        reference.put("name", name);
        if (!uid.isEmpty()) reference.put("uid", uid);
        reference.put("apiVersion", apiVersion);
        if (!resourceVersion.isEmpty()) reference.put("resourceVersion", resourceVersion);
        if (!fieldPath.isEmpty()) reference.put("fieldPath", fieldPath);
        return reference;
    }
}
