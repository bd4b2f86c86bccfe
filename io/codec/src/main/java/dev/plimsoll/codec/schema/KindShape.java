package dev.plimsoll.codec.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The shape of the documents of one kind. */
public record KindShape(String apiVersion, String kind, Shape.Struct shape, Origin origin) {
    /** Where the knowledge of a kind comes from; it decides which patches it takes and whether fields can be unknown. */
    public enum Origin {
        /** Compiled in: every patch type, every field known. */
        BUILT_IN,
        /** A custom resource with a table of types: no strategic merge. */
        CUSTOM,
        /** A custom resource of which only the metadata is known. */
        SCHEMALESS
    }

    public boolean takesStrategicPatches() {
        return origin == Origin.BUILT_IN;
    }

    public boolean knowsItsFields() {
        return origin != Origin.SCHEMALESS;
    }

    /** The object of this kind of which nothing is given: what a new object is compared with. */
    public ObjectNode blank() {
        return typed(shape.blank().deepCopy());
    }

    /** The same for somebody who does not change it. */
    public ObjectNode readableBlank() {
        var blank = shape.blank().objectNode();
        blank.setAll(shape.blank());
        return typed(blank);
    }

    private ObjectNode typed(ObjectNode blank) {
        blank.put("apiVersion", apiVersion);
        blank.put("kind", kind);
        return blank;
    }
}
