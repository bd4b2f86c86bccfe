package dev.plimsoll.kinds.expressions;

import dev.plimsoll.codec.structural.Structural;
import dev.plimsoll.codec.structural.Structural.Additional;
import org.jspecify.annotations.Nullable;

/**
 * How large the value of an expression can be.
 *
 * @param size characters of a text, entries of a list or a map
 * @param schema what the value is part of the object by; null for what the expression makes up
 * @param element entries of a list that the expression makes up
 */
record Sized(
        double size, @Nullable Structural schema, @Nullable Sized element) {
    static final Sized SMALL = new Sized(1, null, null);
    /** Names of members have no bound in a schema, and are short. */
    private static final Sized NAME = new Sized(64, null, null);

    static Sized of(double size) {
        return new Sized(size, null, null);
    }

    static Sized of(@Nullable Structural schema) {
        return schema == null
                ? new Sized(SchemaSizes.REQUEST_BYTES, null, null)
                : new Sized(SchemaSizes.most(schema), schema, null);
    }

    static Sized listOf(double entries, Sized element) {
        return new Sized(entries, null, element);
    }

    Sized member(String escaped) {
        if (schema == null) return SMALL;
        for (var property : schema.properties().entrySet()) {
            if (CelNames.escaped(property.getKey()).equals(escaped)) return of(property.getValue());
        }
        if (schema.additional() instanceof Additional.Like(var value)) return of(value);
        // Type and metadata are not part of a schema, and are small.
        return schema.type() == Structural.Type.OBJECT && !schema.markers().preserves() ? NAME : of(null);
    }

    /** What an index finds. */
    Sized entry() {
        if (element != null) return element;
        if (schema == null) return SMALL;
        if (schema.additional() instanceof Additional.Like(var value)) return of(value);
        return of(schema.items());
    }

    /** What a loop goes over: the entries of a list, the names of a map. */
    Sized looped() {
        return schema != null && schema.type() == Structural.Type.OBJECT ? NAME : entry();
    }

    Sized larger(Sized other) {
        return size >= other.size ? this : other;
    }
}
