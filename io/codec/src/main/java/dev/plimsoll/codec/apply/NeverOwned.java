package dev.plimsoll.codec.apply;

/** Fields that no write owns: the server sets them, or they name the object. */
final class NeverOwned {
    private static final FieldSet FIELDS = FieldSet.path("apiVersion")
            .union(FieldSet.path("kind"))
            .union(FieldSet.path("metadata"))
            .union(FieldSet.path("metadata", "name"))
            .union(FieldSet.path("metadata", "namespace"))
            .union(FieldSet.path("metadata", "creationTimestamp"))
            .union(FieldSet.path("metadata", "selfLink"))
            .union(FieldSet.path("metadata", "uid"))
            .union(FieldSet.path("metadata", "generation"))
            .union(FieldSet.path("metadata", "managedFields"))
            .union(FieldSet.path("metadata", "resourceVersion"));

    private NeverOwned() {}

    static FieldSet without(FieldSet fields) {
        return fields.difference(FIELDS);
    }
}
