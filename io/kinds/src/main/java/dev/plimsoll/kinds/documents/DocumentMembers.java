package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Predicate;

/** Members of a document, chosen by their names. */
public final class DocumentMembers {
    private DocumentMembers() {}

    /** Those of a document that are wanted, which the two share. */
    public static ObjectNode of(ObjectNode document, Predicate<String> wanted) {
        var part = document.objectNode();
        for (var entry : document.properties()) {
            if (wanted.test(entry.getKey())) part.set(entry.getKey(), entry.getValue());
        }
        return part;
    }

    /** Copies those that are wanted into another document. */
    public static void copy(ObjectNode from, ObjectNode to, Predicate<String> wanted) {
        for (var entry : from.properties()) {
            if (wanted.test(entry.getKey()))
                to.set(entry.getKey(), entry.getValue().deepCopy());
        }
    }
}
