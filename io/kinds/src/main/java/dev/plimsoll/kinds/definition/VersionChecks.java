package dev.plimsoll.kinds.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.jsonpath.JsonPath;
import dev.plimsoll.codec.structural.SchemaChecks;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import java.util.List;

/** What one version of a definition must be like. */
final class VersionChecks {
    private static final List<String> COLUMN_TYPES = List.of("boolean", "date", "integer", "number", "string");
    private static final int MOST_SELECTABLE = 8;

    private final List<FieldError> errors;

    VersionChecks(List<FieldError> errors) {
        this.errors = errors;
    }

    void check(JsonNode version, String path) {
        var name = version.path("name").asText();
        var problems = DnsSyntax.label1035(name);
        if (!problems.isEmpty()) {
            errors.add(FieldError.invalid(path + ".name", name, String.join(",", problems)));
        }
        if (!version.path("deprecationWarning").asText().isEmpty()
                && !version.path("deprecated").asBoolean()) {
            errors.add(FieldError.invalid(
                    path + ".deprecationWarning",
                    version.path("deprecationWarning").asText(),
                    "can only be set for deprecated versions"));
        }
        schema(version, path + ".schema.openAPIV3Schema");
        if (version.path("subresources").get("scale") instanceof ObjectNode scale) {
            scale(scale, path + ".subresources.scale");
        }
        var columns = version.path("additionalPrinterColumns");
        for (var i = 0; i < columns.size(); i++) {
            column(columns.get(i), path + ".additionalPrinterColumns[" + i + "]");
        }
        selectable(version, path + ".selectableFields");
    }

    private void schema(JsonNode version, String path) {
        if (version.path("schema").get("openAPIV3Schema") instanceof ObjectNode schema) {
            errors.addAll(SchemaChecks.of(schema, path));
        } else {
            errors.add(FieldError.required(path, "schemas are required"));
        }
    }

    private void scale(JsonNode scale, String path) {
        replicas(scale.path("specReplicasPath").asText(), ".spec", path + ".specReplicasPath");
        replicas(scale.path("statusReplicasPath").asText(), ".status", path + ".statusReplicasPath");
        var selector = scale.path("labelSelectorPath").asText();
        if (selector.isEmpty()) return;
        if (isNotSimple(selector)) {
            errors.add(FieldError.invalid(
                    path + ".labelSelectorPath", selector, "is an invalid path: must be a simple json path"));
        } else if (!selector.startsWith(".spec.") && !selector.startsWith(".status.")) {
            errors.add(FieldError.invalid(
                    path + ".labelSelectorPath", selector, "should be a json path under either .spec or .status"));
        }
    }

    private void replicas(String value, String under, String field) {
        if (value.isEmpty()) errors.add(FieldError.required(field, ""));
        else if (isNotSimple(value)) {
            errors.add(FieldError.invalid(field, value, "is an invalid path: must be a simple json path"));
        } else if (!value.startsWith(under + ".")) {
            errors.add(FieldError.invalid(field, value, "should be a json path under " + under));
        }
    }

    private static boolean isNotSimple(String path) {
        return JsonPath.parse(path).flatMap(JsonPath::names).isEmpty();
    }

    private void column(JsonNode column, String path) {
        for (var field : List.of("name", "type", "jsonPath")) {
            if (column.path(field).asText().isEmpty()) errors.add(FieldError.required(path + "." + field, ""));
        }
        var type = column.path("type").asText();
        if (!type.isEmpty() && !COLUMN_TYPES.contains(type)) {
            errors.add(FieldError.invalid(path + ".type", type, "must be one of " + String.join(",", COLUMN_TYPES)));
        }
        var jsonPath = column.path("jsonPath").asText();
        if (!jsonPath.isEmpty() && JsonPath.parse(jsonPath).isEmpty()) {
            errors.add(FieldError.invalid(path + ".jsonPath", jsonPath, "is an invalid path: it cannot be read"));
        }
    }

    private void selectable(JsonNode version, String path) {
        var fields = version.path("selectableFields");
        if (fields.size() > MOST_SELECTABLE) errors.add(FieldError.tooMany(path, fields.size(), MOST_SELECTABLE));
        for (var i = 0; i < fields.size(); i++) {
            var at = path + "[" + i + "].jsonPath";
            var text = fields.get(i).path("jsonPath").asText();
            if (text.isEmpty()) {
                errors.add(FieldError.required(at, ""));
                continue;
            }
            if (isNotSimple(text)) {
                errors.add(FieldError.invalid(at, text, "is an invalid path: must be a simple json path"));
                continue;
            }
            if (text.startsWith(".metadata.")) {
                errors.add(FieldError.invalid(at, text, "must not point to fields in metadata"));
                continue;
            }
            var names = JsonPath.parse(text).flatMap(JsonPath::names).orElse(List.of());
            JsonNode schema = version.path("schema").path("openAPIV3Schema");
            for (var name : names) schema = schema.path("properties").path(name);
            if (schema.isMissingNode()) {
                errors.add(FieldError.invalid(at, text, "is an invalid path: does not refer to a valid field"));
            } else if (!List.of("string", "boolean", "integer")
                    .contains(schema.path("type").asText())) {
                errors.add(FieldError.invalid(
                        at,
                        text,
                        "must point to a field of type string, boolean or integer. Enum string fields and strings with "
                                + "formats are allowed."));
            }
        }
    }
}
