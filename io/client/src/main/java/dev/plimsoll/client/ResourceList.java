package dev.plimsoll.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Objects of one resource as they were at one version.
 *
 * @param items each with its apiVersion and kind, as if it had been read alone; nobody changes them
 * @param resourceVersion where a watch goes on from
 * @param next token for the next page; empty at the end
 */
public record ResourceList(List<ObjectNode> items, String resourceVersion, String next) {
    public ResourceList {
        items = List.copyOf(items);
    }

    static ResourceList of(ObjectNode document, ApiResource resource) {
        var items = new java.util.ArrayList<ObjectNode>();
        for (var item : document.path("items")) {
            if (!(item instanceof ObjectNode object)) continue;
            if (!object.has("kind")) object.put("kind", resource.kind());
            if (!object.has("apiVersion")) object.put("apiVersion", resource.apiVersion());
            items.add(object);
        }
        var metadata = document.path("metadata");
        return new ResourceList(
                items,
                metadata.path("resourceVersion").asText(),
                metadata.path("continue").asText());
    }
}
