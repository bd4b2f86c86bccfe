package dev.plimsoll.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;

/**
 * Who an object belongs to.
 *
 * @param isController the one that keeps it as it is
 * @param blocks whether the owner, deleted in the foreground, waits for this object
 */
public record OwnerReference(
        String apiVersion, String kind, String name, String uid, boolean isController, boolean blocks) {
    /** That a controller keeps what it makes. */
    public static OwnerReference controller(Workload owner) {
        return new OwnerReference(
                owner.apiVersion(), owner.kind(), owner.meta().name().name(), owner.uid(), true, true);
    }

    static OwnerReference of(JsonNode node) {
        return new OwnerReference(
                node.path("apiVersion").asText(),
                node.path("kind").asText(),
                node.path("name").asText(),
                node.path("uid").asText(),
                node.path("controller").asBoolean(),
                node.path("blockOwnerDeletion").asBoolean());
    }

    public ObjectNode document() {
        var node = Json.object()
                .put("apiVersion", apiVersion)
                .put("kind", kind)
                .put("name", name)
                .put("uid", uid);
        if (isController) node.put("controller", true);
        if (blocks) node.put("blockOwnerDeletion", true);
        return node;
    }
}
