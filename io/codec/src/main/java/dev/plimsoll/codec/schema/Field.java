package dev.plimsoll.codec.schema;

/**
 * One field of a struct.
 *
 * @param inBlank whether an object of which nothing is given has the field already: an empty struct, or a null list
 */
public record Field(String name, Shape shape, PatchRule patch, boolean inBlank) {
    static Field unknown(String name) {
        return new Field(name, Shape.Free.INSTANCE, PatchRule.PLAIN, false);
    }
}
