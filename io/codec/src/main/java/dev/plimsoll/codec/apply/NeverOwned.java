package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Fields that no write owns: the server sets them, or they name the object. */
final class NeverOwned {
    static final String METADATA = "metadata";

    private static final List<String> OF_METADATA = List.of(
            "name",
            "namespace",
            "creationTimestamp",
            "selfLink",
            "uid",
            "generation",
            "managedFields",
            "resourceVersion");

    static final FieldSet FIELDS = OF_METADATA.stream()
            .map(name -> FieldSet.path(METADATA, name))
            .reduce(
                    FieldSet.path("apiVersion").union(FieldSet.path("kind")).union(FieldSet.path(METADATA)),
                    FieldSet::union);

    private NeverOwned() {}

    /** Whether nobody owns a member of an object. */
    static boolean isName(String member) {
        return member.equals("apiVersion") || member.equals("kind");
    }

    /** Whether nobody owns a member of an object's metadata. */
    static boolean isInMetadata(String member) {
        return OF_METADATA.contains(member);
    }

    static FieldSet without(FieldSet fields) {
        return fields.difference(FIELDS);
    }

    /** Gives back to the next object what no configuration can take from the live one. */
    static void restore(ObjectNode live, ObjectNode next) {
        if (!(live.get(METADATA) instanceof ObjectNode before)) return;
        if (!(next.get(METADATA) instanceof ObjectNode after)) return;
        for (var name : OF_METADATA) {
            if (before.has(name) && !after.has(name))
                after.set(name, before.get(name).deepCopy());
        }
    }
}
