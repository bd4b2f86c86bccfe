package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stands under {@code allOf}, {@code anyOf}, {@code oneOf} and {@code not}: it may restrict, and must not describe. */
final class NestedChecks {
    private static final List<String> LISTS = List.of("anyOf", "allOf", "oneOf");
    /** What describes, and what is said of it there. */
    private static final Map<String, String> DESCRIBING = Map.ofEntries(
            Map.entry("type", "must be empty to be structural"),
            Map.entry("additionalProperties", "must be undefined to be structural"),
            Map.entry("default", "must be undefined to be structural"),
            Map.entry("title", "must be empty to be structural"),
            Map.entry("description", "must be empty to be structural"),
            Map.entry("nullable", "must be false to be structural"),
            Map.entry("externalDocs", "must be undefined to be structural"),
            Map.entry("x-kubernetes-preserve-unknown-fields", "must be false to be structural"),
            Map.entry("x-kubernetes-embedded-resource", "must be false to be structural"),
            Map.entry("x-kubernetes-int-or-string", "must be false to be structural"),
            Map.entry("x-kubernetes-list-map-keys", "must be empty to be structural"),
            Map.entry("x-kubernetes-list-type", "must be undefined to be structural"),
            Map.entry("x-kubernetes-map-type", "must be undefined to be structural"),
            Map.entry("x-kubernetes-validations", "must be empty to be structural"));

    private final List<FieldError> errors;

    NestedChecks(List<FieldError> errors) {
        this.errors = errors;
    }

    /** The conditions of a schema, the schema itself aside. */
    void check(JsonNode schema, String path) {
        conditions(schema, path, schema, isEither(schema));
    }

    private void conditions(JsonNode from, String path, @Nullable JsonNode described, boolean either) {
        for (var name : LISTS) {
            var list = from.path(name);
            for (var i = 0; i < list.size(); i++) {
                var at = path + "." + name + "[" + i + "]";
                if (either && name.equals("anyOf") && isPlainType(list.get(i))) continue;
                nested(list.get(i), at, described, either && name.equals("allOf") && i == 0);
            }
        }
        if (from.get("not") instanceof ObjectNode not) nested(not, path + ".not", described, false);
    }

    private static boolean isEither(JsonNode schema) {
        return schema.path("x-kubernetes-int-or-string").asBoolean();
    }

    private static boolean isPlainType(JsonNode schema) {
        var type = schema.path("type").asText();
        return schema.size() == 1 && (type.equals("integer") || type.equals("string"));
    }

    private void nested(JsonNode schema, String path, @Nullable JsonNode described, boolean either) {
        for (var entry : schema.properties()) {
            var why = DESCRIBING.get(entry.getKey());
            if (why != null && isGiven(entry.getValue())) {
                errors.add(FieldError.forbidden(path + "." + entry.getKey(), why));
            }
        }
        conditions(schema, path, described, either);
        if (schema.get("items") instanceof ObjectNode items) {
            var inside = described == null ? null : described.get("items");
            if (inside == null) errors.add(undescribed(path + ".items"));
            nested(items, path + ".items", inside, false);
        }
        for (var property : schema.path("properties").properties()) {
            var at = SchemaPath.property(path, property.getKey());
            if (property.getKey().equals("metadata")) {
                errors.add(FieldError.forbidden(at, "must not be specified in a nested context"));
            }
            var inside = described == null ? null : member(described, property.getKey());
            if (inside == null && described != null && !isOpen(described)) errors.add(undescribed(at));
            nested(property.getValue(), at, inside, false);
        }
    }

    private static boolean isGiven(JsonNode value) {
        return value.isBoolean() ? value.asBoolean() : !value.isNull();
    }

    private static @Nullable JsonNode member(JsonNode schema, String name) {
        return schema.path("properties").get(name);
    }

    private static boolean isOpen(JsonNode schema) {
        return schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
    }

    /** Named by where the description should be: outside of all conditions. */
    private static FieldError undescribed(String at) {
        var outside = at.replaceAll("\\.(anyOf|allOf|oneOf)\\[\\d+]|\\.not(?=\\.|$)", "");
        return FieldError.required(outside, "because it is defined in " + at);
    }
}
