package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What a garbage collector writes of any object. */
public final class GarbageCollectionFields {
    private static final List<String> NAMES =
            List.of("ownerReferences", "finalizers", "selfLink", "managedFields", "resourceVersion");

    private GarbageCollectionFields() {}

    /** Whether two versions of an object are the same in all other fields. */
    public static boolean onlyDiffer(ObjectNode one, ObjectNode other) {
        return without(one).equals(without(other));
    }

    private static JsonNode without(ObjectNode document) {
        var copy = document.deepCopy();
        if (copy.get("metadata") instanceof ObjectNode metadata) metadata.remove(NAMES);
        dropEmpty(copy);
        return copy;
    }

    /** A field without a value, an empty list and no field at all mean the same. */
    private static void dropEmpty(JsonNode node) {
        for (var child : node) dropEmpty(child);
        if (node instanceof ObjectNode object) object.removeIf(child -> child.isNull() || isEmptyContainer(child));
    }

    private static boolean isEmptyContainer(JsonNode node) {
        return node.isContainerNode() && node.isEmpty();
    }
}
