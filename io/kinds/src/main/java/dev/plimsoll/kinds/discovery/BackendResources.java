package dev.plimsoll.kinds.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;

/** The list of resources that a backend gave, in the form that has all groups in one document. */
final class BackendResources {
    private BackendResources() {}

    static ArrayNode of(BackendVersion backend) {
        var resources = JsonNodeFactory.instance.arrayNode();
        var byName = new HashMap<String, ObjectNode>();
        for (var told : backend.resources().path("resources")) {
            var name = told.path("name").asText();
            if (name.indexOf('/') < 0) byName.put(name, resource(resources.addObject(), told, backend.registration()));
        }
        for (var told : backend.resources().path("resources")) {
            var name = told.path("name").asText();
            var slash = name.indexOf('/');
            if (slash < 0) continue;
            var parent = byName.get(name.substring(0, slash));
            // A part without its whole cannot be said in this form.
            if (parent != null) part(parent, name.substring(slash + 1), told, backend.registration());
        }
        return resources;
    }

    private static ObjectNode resource(ObjectNode node, JsonNode told, RegisteredVersion registration) {
        node.put("resource", told.path("name").asText());
        responseKind(node, told, registration);
        node.put("scope", told.path("namespaced").asBoolean() ? "Namespaced" : "Cluster");
        node.put("singularResource", told.path("singularName").asText());
        for (var list : new String[] {"verbs", "shortNames", "categories"}) {
            if (told.path(list).isArray()) node.set(list, told.path(list));
        }
        return node;
    }

    private static void part(ObjectNode parent, String name, JsonNode told, RegisteredVersion registration) {
        var parts = parent.path("subresources").isArray()
                ? parent.withArray("/subresources")
                : parent.putArray("subresources");
        var node = parts.addObject().put("subresource", name);
        responseKind(node, told, registration);
        node.set("verbs", told.path("verbs").isArray() ? told.path("verbs") : node.arrayNode());
    }

    private static void responseKind(ObjectNode node, JsonNode told, RegisteredVersion registration) {
        node.putObject("responseKind")
                .put("group", told.path("group").asText(registration.group()))
                .put("version", told.path("version").asText(registration.version()))
                .put("kind", told.path("kind").asText());
    }
}
