package dev.plimsoll.codec.schema;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * One field of a struct.
 *
 * @param inBlank whether an object of which nothing is given has the field already: an empty struct, a null list, or a zero
 * @param zero what the server writes where the field has no value; null if it leaves the field out or writes an empty struct
 */
public record SchemaField(
        String name,
        Shape shape,
        PatchRule patch,
        boolean inBlank,
        @Nullable JsonNode zero) {
    public SchemaField(String name, Shape shape, PatchRule patch, boolean inBlank) {
        this(name, shape, patch, inBlank, null);
    }

    static SchemaField unknown(String name) {
        return new SchemaField(name, Shape.Free.INSTANCE, PatchRule.PLAIN, false);
    }
}
