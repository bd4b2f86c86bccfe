package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.Trail;
import dev.plimsoll.core.validation.FieldError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a schema says against a document. What a change leaves as it was is not asked again: a rule that was made
 * stricter does not stand in the way of changes elsewhere.
 */
public final class Validation {
    private Validation() {}

    public static List<FieldError> of(ObjectNode document, Structural schema) {
        return errors(document, schema, null);
    }

    public static List<FieldError> ofChange(ObjectNode document, Structural schema, ObjectNode before) {
        return errors(document, schema, before);
    }

    private static List<FieldError> errors(JsonNode document, Structural schema, @Nullable JsonNode before) {
        var findings = new SchemaErrors();
        check(document, schema, Trail.ROOT, before, findings);
        Uniqueness.check(document, schema, Trail.ROOT, findings);
        return findings.all();
    }

    /** A value on its own, such as a default. */
    static List<FieldError> ofValue(JsonNode value, Structural schema, Trail path) {
        var findings = new SchemaErrors();
        check(value, schema, path, null, findings);
        Uniqueness.check(value, schema, path, findings);
        return findings.all();
    }

    static void check(JsonNode value, Structural schema, Trail path, @Nullable JsonNode before, SchemaErrors findings) {
        if (value.equals(before)) return;
        type(value, schema, path, findings);
        if (value.isNull()) {
            ValueChecks.listed(value, schema.limits(), path, findings);
            return;
        }
        junctions(value, schema, path, before, findings);
        ValueChecks.check(value, schema, path, findings);
        if (value.isArray() && schema.items() != null) {
            var earlier = Correlation.of(before, schema);
            for (var i = 0; i < value.size(); i++) {
                check(value.get(i), schema.items(), path.entry(i), earlier.entry(value.get(i)), findings);
            }
        }
        if (value instanceof ObjectNode object) members(object, schema, path, before, findings);
    }

    private static void members(
            ObjectNode object, Structural schema, Trail path, @Nullable JsonNode before, SchemaErrors findings) {
        for (var entry : object.properties()) {
            var name = entry.getKey();
            var member = schema.member(name);
            if (member == null) continue;
            check(entry.getValue(), member, path.member(name), before == null ? null : before.get(name), findings);
        }
        for (var name : schema.limits().required()) {
            if (!object.has(name)) findings.missing(path.member(name));
        }
    }

    private static void type(JsonNode value, Structural schema, Trail path, SchemaErrors findings) {
        if (value.isNull()) {
            var wanted = schema.markers().intOrString()
                    ? "integer,string"
                    : schema.type().word();
            if (!wanted.isEmpty() && !schema.nullable()) findings.wrongType(path, value, wanted);
            return;
        }
        if (schema.markers().intOrString()) {
            if (!value.isTextual() && !ValueText.isWhole(value)) findings.wrongType(path, value, "integer,string");
            return;
        }
        if (!fits(value, schema.type()))
            findings.wrongType(path, value, schema.type().word());
    }

    private static boolean fits(JsonNode value, Structural.Type type) {
        return switch (type) {
            case NONE -> true;
            case OBJECT -> value.isObject();
            case ARRAY -> value.isArray();
            case STRING -> value.isTextual();
            case INTEGER -> ValueText.isWhole(value);
            case NUMBER -> value.isNumber();
            case BOOLEAN -> value.isBoolean();
        };
    }

    private static void junctions(
            JsonNode value, Structural schema, Trail path, @Nullable JsonNode before, SchemaErrors findings) {
        var junctions = schema.junctions();
        if (!junctions.anyOf().isEmpty()) {
            var outcome = Alternatives.of(value, junctions.anyOf(), path, before);
            if (outcome.valid() == 0) {
                findings.unmet(path, " must validate at least one schema (anyOf)");
                findings.addAll(outcome.closest());
            }
        }
        if (!junctions.oneOf().isEmpty()) {
            var outcome = Alternatives.of(value, junctions.oneOf(), path, before);
            if (outcome.valid() == 0) {
                findings.unmet(path, " must validate one and only one schema (oneOf). Found none valid");
                findings.addAll(outcome.closest());
            } else if (outcome.valid() > 1) {
                findings.unmet(
                        path,
                        " must validate one and only one schema (oneOf). Found " + outcome.valid()
                                + " valid alternatives");
            }
        }
        if (!junctions.allOf().isEmpty()) {
            var outcome = Alternatives.of(value, junctions.allOf(), path, before);
            if (outcome.valid() < junctions.allOf().size()) {
                var none = outcome.valid() == 0 ? ". None validated" : "";
                findings.unmet(path, " must validate all the schemas (allOf)" + none);
                findings.addAll(outcome.all());
            }
        }
        if (junctions.not() != null
                && Alternatives.of(value, List.of(junctions.not()), path, before)
                                .valid()
                        > 0) {
            findings.unmet(path, " must not validate the schema (not)");
        }
    }
}
