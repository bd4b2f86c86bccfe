package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.PatternSyntaxException;
import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The words that a schema may be made of, and what each of them must be like. */
public final class SchemaKeywords {
    private static final Set<String> KNOWN = Set.of(
            "id",
            "$schema",
            "$ref",
            "description",
            "type",
            "format",
            "title",
            "default",
            "maximum",
            "exclusiveMaximum",
            "minimum",
            "exclusiveMinimum",
            "maxLength",
            "minLength",
            "pattern",
            "maxItems",
            "minItems",
            "uniqueItems",
            "multipleOf",
            "enum",
            "maxProperties",
            "minProperties",
            "required",
            "items",
            "allOf",
            "oneOf",
            "anyOf",
            "not",
            "properties",
            "additionalProperties",
            "patternProperties",
            "dependencies",
            "additionalItems",
            "definitions",
            "externalDocs",
            "example",
            "nullable",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-embedded-resource",
            "x-kubernetes-int-or-string",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-list-type",
            "x-kubernetes-map-type",
            "x-kubernetes-validations");
    private static final List<String> REFUSED =
            List.of("definitions", "dependencies", "id", "additionalItems", "patternProperties", "$ref");
    private static final List<String> TYPES = List.of("array", "boolean", "integer", "number", "object", "string");
    private static final List<String> SCHEMA_LISTS = List.of("allOf", "anyOf", "oneOf");

    private final List<FieldError> errors = new ArrayList<>();

    private SchemaKeywords() {}

    static List<FieldError> errors(JsonNode schema, String path) {
        var keywords = new SchemaKeywords();
        keywords.check(schema, path);
        return keywords.errors;
    }

    /** Takes words from a schema that no schema has; the paths of them. */
    public static List<String> dropUnknown(JsonNode schema, String path) {
        var dropped = new ArrayList<String>();
        drop(schema, path, dropped);
        return dropped;
    }

    private static void drop(JsonNode schema, String path, List<String> dropped) {
        if (!(schema instanceof ObjectNode object)) return;
        for (var names = object.fieldNames(); names.hasNext(); ) {
            var name = names.next();
            if (KNOWN.contains(name)) continue;
            dropped.add(path + "." + name);
            names.remove();
        }
        for (var name : List.of("items", "not", "additionalProperties"))
            drop(object.path(name), path + "." + name, dropped);
        for (var entry : object.path("properties").properties()) {
            drop(entry.getValue(), path + ".properties." + entry.getKey(), dropped);
        }
        for (var name : SCHEMA_LISTS) {
            var list = object.path(name);
            for (var i = 0; i < list.size(); i++) drop(list.get(i), path + "." + name + "[" + i + "]", dropped);
        }
    }

    private void check(JsonNode schema, String path) {
        var type = schema.path("type").asText();
        if (type.equals("null")) {
            errors.add(
                    FieldError.forbidden(path + ".type", "type cannot be set to null, use nullable as an alternative"));
        } else if (!type.isEmpty() && !TYPES.contains(type)) {
            errors.add(FieldError.notSupported(path + ".type", type, TYPES));
        }
        for (var word : REFUSED) {
            if (schema.has(word)) errors.add(FieldError.forbidden(path + "." + word, word + " is not supported"));
        }
        if (schema.get("items") instanceof ArrayNode) {
            errors.add(FieldError.forbidden(path + ".items", "items must be a schema object and not an array"));
        }
        if (schema.path("uniqueItems").asBoolean()) {
            errors.add(FieldError.forbidden(
                    path + ".uniqueItems",
                    "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"));
        }
        if (schema.has("x-kubernetes-preserve-unknown-fields")
                && !schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()) {
            errors.add(new FieldError(
                    FieldError.Type.INVALID,
                    path + ".x-kubernetes-preserve-unknown-fields",
                    "false",
                    "must be true or undefined"));
        }
        pattern(schema.path("pattern").asText(), path);
        var additional = schema.get("additionalProperties");
        if (additional != null && !schema.path("properties").isEmpty()) {
            if (additional.isObject() || !additional.asBoolean()) {
                errors.add(FieldError.forbidden(
                        path + ".additionalProperties", "additionalProperties and properties are mutual exclusive"));
            }
        }
        new ListTypeChecks(errors).check(schema, type, path);
        inside(schema, path);
    }

    private void pattern(String pattern, String path) {
        if (pattern.isEmpty()) return;
        try {
            RegularExpressions.compile(pattern);
        } catch (PatternSyntaxException e) {
            errors.add(FieldError.invalid(
                    path + ".pattern",
                    pattern,
                    "must be a valid regular expression, but isn't: " + e.getDescription()));
        }
    }

    private void inside(JsonNode schema, String path) {
        for (var name : List.of("additionalProperties", "items", "not")) {
            if (schema.get(name) instanceof ObjectNode inner) check(inner, path + "." + name);
        }
        for (var property : schema.path("properties").properties()) {
            check(property.getValue(), SchemaPath.property(path, property.getKey()));
        }
        for (var name : SCHEMA_LISTS) {
            var list = schema.path(name);
            for (var i = 0; i < list.size(); i++) check(list.get(i), path + "." + name + "[" + i + "]");
        }
    }
}
