package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.plimsoll.codec.structural.Structural.Additional;
import dev.plimsoll.codec.structural.ValueLimits.Bound;
import dev.plimsoll.codec.structural.ValueLimits.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code openAPIV3Schema}. Whether it is a structural schema at all, {@link SchemaChecks} has said before. */
public final class SchemaReader {
    private SchemaReader() {}

    public static Structural read(JsonNode schema) {
        return new Structural(
                Structural.Type.of(schema.path("type").asText()),
                schema.path("nullable").asBoolean(),
                properties(schema.path("properties")),
                additional(schema.get("additionalProperties")),
                schema.get("items") instanceof ObjectNode items ? read(items) : null,
                markers(schema),
                limits(schema),
                junctions(schema),
                schema.get("default"));
    }

    private static Map<String, Structural> properties(JsonNode node) {
        var properties = new LinkedHashMap<String, Structural>();
        for (var entry : node.properties()) properties.put(entry.getKey(), read(entry.getValue()));
        return properties;
    }

    private static Additional additional(@Nullable JsonNode node) {
        if (node instanceof ObjectNode schema) return new Additional.Like(read(schema));
        return node != null && node.asBoolean() ? new Additional.Anything() : Additional.UNSAID;
    }

    private static Markers markers(JsonNode schema) {
        return new Markers(
                schema.path("x-kubernetes-preserve-unknown-fields").asBoolean(),
                schema.path("x-kubernetes-embedded-resource").asBoolean(),
                schema.path("x-kubernetes-int-or-string").asBoolean(),
                schema.path("x-kubernetes-list-type").asText(),
                texts(schema.path("x-kubernetes-list-map-keys")),
                schema.path("x-kubernetes-map-type").asText());
    }

    private static ValueLimits limits(JsonNode schema) {
        var values = new ArrayList<JsonNode>();
        schema.path("enum").forEach(values::add);
        return new ValueLimits(
                values,
                bound(schema, "minimum", "exclusiveMinimum"),
                bound(schema, "maximum", "exclusiveMaximum"),
                schema.path("multipleOf").isNumber() ? schema.path("multipleOf").decimalValue() : null,
                span(schema, "minLength", "maxLength"),
                span(schema, "minItems", "maxItems"),
                span(schema, "minProperties", "maxProperties"),
                pattern(schema.path("pattern").asText()),
                schema.path("format").asText(),
                texts(schema.path("required")));
    }

    private static @Nullable Bound bound(JsonNode schema, String name, String exclusive) {
        return schema.path(name).isNumber()
                ? new Bound(
                        schema.path(name).decimalValue(), schema.path(exclusive).asBoolean())
                : null;
    }

    private static Span span(JsonNode schema, String least, String most) {
        return new Span(schema.path(least).asLong(-1), schema.path(most).asLong(-1));
    }

    /** Of RE2, as in Kubernetes: no pattern can take longer than its text is long. */
    private static @Nullable Pattern pattern(String text) {
        if (text.isEmpty()) return null;
        try {
            return RegularExpressions.compile(text);
        } catch (PatternSyntaxException e) {
            return null; // a definition with such a pattern is refused
        }
    }

    private static Junctions junctions(JsonNode schema) {
        var expressions = new ArrayList<Junctions.Expression>();
        for (var entry : schema.path("x-kubernetes-validations")) {
            expressions.add(new Junctions.Expression(
                    entry.path("rule").asText(),
                    entry.path("message").asText(),
                    entry.path("messageExpression").asText(),
                    entry.path("reason").asText(),
                    entry.path("fieldPath").asText(),
                    entry.path("optionalOldSelf").asBoolean()));
        }
        return new Junctions(
                all(schema.path("allOf")),
                all(schema.path("anyOf")),
                all(schema.path("oneOf")),
                schema.get("not") instanceof ObjectNode not ? read(not) : null,
                expressions);
    }

    private static List<Structural> all(JsonNode list) {
        var schemas = new ArrayList<Structural>();
        for (var entry : list) schemas.add(read(entry));
        return schemas;
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        for (var entry : list) texts.add(entry.asText());
        return texts;
    }
}
