package dev.plimsoll.kinds.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** Schemas of definitions as they are published. */
final class CustomSchemas {
    /** What the older version of OpenAPI does not know, or understands in another way. */
    private static final List<String> NEWER =
            List.of("nullable", "anyOf", "oneOf", "not", "allOf", "default", "x-kubernetes-validations");

    /** What is said of the members that every object has, where the definition says nothing. */
    private static final Map<String, String> DESCRIPTIONS = Map.of(
            "apiVersion", "APIVersion defines the group and the version of the schema that this object is written in.",
            "kind", "Kind is the type of this object, in CamelCase.",
            "metadata", "Standard object's metadata: name, namespace, labels and what else all objects have.");

    private CustomSchemas() {}

    /** A schema with what every object has, where the definition does not say it better. */
    static ObjectNode whole(JsonNode given, ObjectNode envelope) {
        var schema = given instanceof ObjectNode object ? object.deepCopy() : envelope.objectNode();
        var properties = schema.get("properties") instanceof ObjectNode known ? known : schema.putObject("properties");
        for (var entry : envelope.path("properties").properties()) {
            var name = entry.getKey();
            var said = properties.path(name).path("description").asText();
            properties.set(name, entry.getValue().deepCopy());
            if (!(properties.get(name) instanceof ObjectNode property)) continue;
            if (said.isEmpty()) said = DESCRIPTIONS.getOrDefault(name, "");
            if (!said.isEmpty()) property.put("description", said);
        }
        return schema;
    }

    /** For clients that know the older version only: less strict, never wrong. */
    static ObjectNode older(ObjectNode whole) {
        var schema = whole.deepCopy();
        var metadata = whole.path("properties").get("metadata");
        simplify(schema);
        // Such an object has no properties left: clients take it with any.
        schema.remove("x-kubernetes-preserve-unknown-fields");
        // Refers to a schema of ours, in a form that is understood.
        if (metadata != null && schema.get("properties") instanceof ObjectNode properties) {
            properties.set("metadata", metadata.deepCopy());
        }
        return schema;
    }

    private static void simplify(JsonNode node) {
        if (!(node instanceof ObjectNode schema)) return;
        if (schema.path("nullable").asBoolean()
                || schema.path("x-kubernetes-int-or-string").asBoolean()) {
            schema.remove("type");
        }
        if (schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()) {
            schema.remove(List.of("properties", "items", "additionalProperties"));
            // kubectl gives up on a whole document with a list that does not say of what.
            if (schema.path("type").asText().equals("array")) schema.remove("type");
        }
        schema.remove(NEWER);
        for (var property : schema.path("properties")) simplify(property);
        for (var name : List.of("items", "additionalProperties")) simplify(schema.path(name));
    }
}
