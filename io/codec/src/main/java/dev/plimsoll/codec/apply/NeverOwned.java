package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Fields that no write owns: the server sets them, or they name the object. */
final class NeverOwned {
    private static final List<String> METADATA = List.of(
            "name",
            "namespace",
            "creationTimestamp",
            "selfLink",
            "uid",
            "generation",
            "managedFields",
            "resourceVersion");

    static final FieldSet FIELDS = METADATA.stream()
            .map(name -> FieldSet.path("metadata", name))
            .reduce(
                    FieldSet.path("apiVersion").union(FieldSet.path("kind")).union(FieldSet.path("metadata")),
                    FieldSet::union);

    private NeverOwned() {}

    static FieldSet without(FieldSet fields) {
        return fields.difference(FIELDS);
    }

    /** Gives back to the next object what no configuration can take from the live one. */
    static void restore(ObjectNode live, ObjectNode next) {
        if (!(live.get("metadata") instanceof ObjectNode before)) return;
        if (!(next.get("metadata") instanceof ObjectNode after)) return;
        for (var name : METADATA) {
            if (before.has(name) && !after.has(name))
                after.set(name, before.get(name).deepCopy());
        }
    }
}
