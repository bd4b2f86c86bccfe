package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a value of a custom resource may be. The same form serves the schema itself and the conditions under {@code allOf},
 * {@code anyOf}, {@code oneOf} and {@code not}, which only restrict.
 *
 * @param properties members by name
 * @param additional what a member may be whose name is data
 * @param items what an entry of a list may be; null if nothing is said
 * @param standIn the default; null if there is none, never to be changed
 */
public record Structural(
        Type type,
        boolean nullable,
        Map<String, Structural> properties,
        Additional additional,
        @Nullable Structural items,
        Markers markers,
        ValueLimits limits,
        Junctions junctions,
        @Nullable JsonNode standIn) {

    /** The types of JSON, and the absence of one. */
    public enum Type {
        NONE(""),
        OBJECT("object"),
        ARRAY("array"),
        STRING("string"),
        INTEGER("integer"),
        NUMBER("number"),
        BOOLEAN("boolean");

        private final String word;

        Type(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        static Type of(String word) {
            for (var type : values()) if (type.word.equals(word)) return type;
            return NONE;
        }
    }

    /** What is said of members that are not listed. */
    public sealed interface Additional {
        Additional UNSAID = new Unsaid();

        /** Nothing: they are dropped. */
        record Unsaid() implements Additional {}

        /** {@code additionalProperties: true}. */
        record Anything() implements Additional {}

        record Like(Structural schema) implements Additional {}
    }

    public Structural {
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** The schema of members whose names are data; null if there are none such, or anything goes. */
    @Nullable
    Structural ofOthers() {
        return additional instanceof Additional.Like(var schema) ? schema : null;
    }

    /** What is said of a member; null if nothing. */
    public @Nullable Structural member(String name) {
        var property = properties.get(name);
        return property != null ? property : ofOthers();
    }

    /** A null here is as if nothing were given. */
    static boolean isForbiddenNull(@Nullable JsonNode value, @Nullable Structural schema) {
        return value != null && value.isNull() && schema != null && !schema.nullable();
    }

    /** Whether anything in here has a default. */
    public boolean hasDefaults() {
        if (standIn != null) return true;
        if (items != null && items.hasDefaults()) return true;
        var others = ofOthers();
        if (others != null && others.hasDefaults()) return true;
        return properties.values().stream().anyMatch(Structural::hasDefaults);
    }

    /** Whether anything in here has rules in the expression language. */
    public boolean hasExpressions() {
        if (!junctions.expressions().isEmpty()) return true;
        if (items != null && items.hasExpressions()) return true;
        var others = ofOthers();
        if (others != null && others.hasExpressions()) return true;
        return properties.values().stream().anyMatch(Structural::hasExpressions);
    }
}
