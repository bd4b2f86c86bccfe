package dev.plimsoll.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
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
        var items = new ArrayList<ObjectNode>();
        for (var item : document.path("items")) if (item instanceof ObjectNode object) items.add(object);
        return of(items, document.path("metadata"), resource);
    }

    /** Items of a typed list do not say what they are; here they are told. */
    static ResourceList of(List<ObjectNode> items, JsonNode metadata, ApiResource resource) {
        for (var item : items) {
            if (!item.has("kind")) item.put("kind", resource.kind());
            if (!item.has("apiVersion")) item.put("apiVersion", resource.apiVersion());
        }
        return new ResourceList(
                items,
                metadata.path("resourceVersion").asText(),
                metadata.path("continue").asText());
    }
}
