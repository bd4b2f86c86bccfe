package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.Trail;
import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Whether {@code openAPIV3Schema} of a definition is a structural schema: every value has its type where it stands, and
 * {@code allOf}, {@code anyOf}, {@code oneOf} and {@code not} only restrict what is there.
 */
public final class SchemaChecks {
    /** Where in a schema a value stands. */
    private enum Level {
        ROOT("must not be empty at the root"),
        ITEM("must not be empty for specified array items"),
        FIELD("must not be empty for specified object fields");

        private final String untyped;

        Level(String untyped) {
            this.untyped = untyped;
        }
    }

    private final List<FieldError> errors = new ArrayList<>();

    private SchemaChecks() {}

    /** Everything that is wrong with a schema; {@code path} is where it stands in the definition. */
    public static List<FieldError> of(JsonNode schema, String path) {
        var keywords = SchemaKeywords.errors(schema, path);
        if (!keywords.isEmpty()) return keywords;
        var checks = new SchemaChecks();
        checks.structure(schema, path, Level.ROOT);
        checks.errors.sort(Comparator.comparing(FieldError::toString));
        if (checks.errors.isEmpty()) checks.defaults(schema, path);
        return checks.errors;
    }

    private void structure(JsonNode schema, String path, Level level) {
        if (errors.size() >= SchemaErrors.MOST) return;
        var type = schema.path("type").asText();
        if (type.equals("array") && !schema.path("items").isObject()) {
            errors.add(FieldError.required(path + ".items", "must be specified"));
        }
        if (schema.get("items") instanceof ObjectNode items) structure(items, path + ".items", Level.ITEM);
        for (var property : schema.path("properties").properties()) {
            structure(property.getValue(), SchemaPath.property(path, property.getKey()), Level.FIELD);
        }
        if (schema.has("additionalProperties")) {
            if (level == Level.ROOT) {
                errors.add(FieldError.forbidden(path + ".additionalProperties", "must not be used at the root"));
            }
            if (schema.get("additionalProperties") instanceof ObjectNode others) {
                structure(others, path + ".additionalProperties", Level.FIELD);
            }
        }
        typed(schema, type, path, level);
        metadata(schema, path, level);
        new NestedChecks(errors).check(schema, path);
    }

    private void typed(JsonNode schema, String type, String path, Level level) {
        var either = schema.path("x-kubernetes-int-or-string").asBoolean();
        var preserves = schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
        var embedded = schema.path("x-kubernetes-embedded-resource").asBoolean();
        if (either && preserves) {
            errors.add(new FieldError(
                    FieldError.Type.INVALID,
                    path + ".x-kubernetes-preserve-unknown-fields",
                    "true",
                    "must be false if x-kubernetes-int-or-string is true"));
        }
        if (embedded && !type.equals("object")) {
            var what = "must be object if x-kubernetes-embedded-resource is true";
            errors.add(
                    type.isEmpty()
                            ? FieldError.required(path + ".type", what)
                            : FieldError.invalid(path + ".type", type, what));
        } else if (type.isEmpty() && !either && !preserves) {
            errors.add(FieldError.required(path + ".type", level.untyped));
        }
        if (embedded && schema.has("additionalProperties")) {
            errors.add(FieldError.forbidden(
                    path + ".additionalProperties", "must not be used if x-kubernetes-embedded-resource is set"));
        }
        if (embedded && !preserves && schema.path("properties").isEmpty()) {
            errors.add(FieldError.required(
                    path + ".properties",
                    "must not be empty if x-kubernetes-embedded-resource is true without "
                            + "x-kubernetes-preserve-unknown-fields"));
        }
        if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
            errors.add(FieldError.invalid(path + ".type", type, "must be object at the root"));
        }
    }

    private void metadata(JsonNode schema, String path, Level level) {
        if (level != Level.ROOT
                && !schema.path("x-kubernetes-embedded-resource").asBoolean()) return;
        var properties = schema.path("properties");
        for (var name : List.of("kind", "apiVersion")) {
            var type = properties.path(name).path("type").asText();
            if (properties.has(name) && !type.equals("string")) {
                errors.add(FieldError.invalid(path + ".properties[" + name + "].type", type, "must be string"));
            }
        }
        if (!(properties.get("metadata") instanceof ObjectNode metadata)) return;
        var at = path + ".properties[metadata]";
        var type = metadata.path("type").asText();
        if (!type.equals("object")) errors.add(FieldError.invalid(at + ".type", type, "must be object"));
        if (level != Level.ROOT) return;
        var onlyNames = metadata.path("properties")
                .propertyStream()
                .allMatch(each -> each.getKey().equals("name") || each.getKey().equals("generateName"));
        var plain = metadata.propertyStream()
                .allMatch(each -> List.of("type", "properties", "description").contains(each.getKey()));
        if (!onlyNames || !plain) {
            errors.add(
                    FieldError.forbidden(
                            at,
                            "must not specify anything other than name and generateName, but metadata is implicitly specified"));
        }
    }

    /** A default must be what its own schema allows, and stay as it is. */
    private void defaults(JsonNode schema, String path) {
        if (schema.get("items") instanceof ObjectNode items) defaults(items, path + ".items");
        if (schema.get("additionalProperties") instanceof ObjectNode others) {
            defaults(others, path + ".additionalProperties");
        }
        for (var property : schema.path("properties").properties()) {
            defaults(property.getValue(), SchemaPath.property(path, property.getKey()));
        }
        var given = schema.get("default");
        if (given == null) return;
        var structural = SchemaReader.read(schema);
        var copy = given.deepCopy();
        if (!SchemaPruner.pruneValue(copy, structural).isEmpty()) {
            errors.add(new FieldError(
                    FieldError.Type.INVALID, path + ".default", given.toString(), "must not have unknown fields"));
            return;
        }
        SchemaDefaults.apply(copy, structural);
        var place = Trail.ROOT.member(path + ".default");
        errors.addAll(Validation.ofValue(copy, structural, place));
    }
}
