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

    /** A document with those that are wanted from another one, which it shares; the others are its own, in their places. */
    public static ObjectNode replaced(ObjectNode document, ObjectNode other, Predicate<String> wanted) {
        var replaced = document.objectNode();
        for (var entry : document.properties()) {
            var name = entry.getKey();
            var value = wanted.test(name) ? other.get(name) : entry.getValue();
            if (value != null) replaced.set(name, value);
        }
        for (var entry : other.properties()) {
            if (wanted.test(entry.getKey()) && !replaced.has(entry.getKey()))
                replaced.set(entry.getKey(), entry.getValue());
        }
        return replaced;
    }

    /** Copies those that are wanted into another document. */
    public static void copy(ObjectNode from, ObjectNode to, Predicate<String> wanted) {
        for (var entry : from.properties()) {
            if (wanted.test(entry.getKey()))
                to.set(entry.getKey(), entry.getValue().deepCopy());
        }
    }
}
