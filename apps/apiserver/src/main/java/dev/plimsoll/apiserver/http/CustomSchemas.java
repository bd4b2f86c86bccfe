package dev.plimsoll.apiserver.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Schemas of definitions as they are published. */
final class CustomSchemas {
    /** What the older version of OpenAPI does not know, or understands in another way. */
    private static final List<String> NEWER =
            List.of("nullable", "anyOf", "oneOf", "not", "allOf", "default", "x-kubernetes-validations");

    private CustomSchemas() {}

    /** A schema with what every object has, where the definition does not say it better. */
    static ObjectNode whole(JsonNode given, ObjectNode envelope) {
        var schema = given instanceof ObjectNode object ? object.deepCopy() : envelope.objectNode();
        var properties = schema.get("properties") instanceof ObjectNode known ? known : schema.putObject("properties");
        for (var entry : envelope.path("properties").properties()) {
            var name = entry.getKey();
            var said = properties.path(name).path("description").asText();
            properties.set(name, entry.getValue());
            if (!said.isEmpty() && properties.get(name) instanceof ObjectNode property) {
                property.put("description", said);
            }
        }
        return schema;
    }

    /** For clients that know the older version only: less strict, never wrong. */
    static ObjectNode older(ObjectNode whole) {
        var schema = whole.deepCopy();
        var metadata = whole.path("properties").get("metadata");
        simplify(schema);
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
        }
        schema.remove(NEWER);
        for (var property : schema.path("properties")) simplify(property);
        for (var name : List.of("items", "additionalProperties")) simplify(schema.path(name));
    }
}
