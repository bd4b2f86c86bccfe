package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A namespace that a request reads and changes in place. */
public final class NamespaceDocument {
    private final ObjectNode document;

    public NamespaceDocument(ObjectNode document) {
        this.document = document;
    }

    /** Whether the spec of an object has finalizers, which are not those of its metadata; only those of namespaces have. */
    public static boolean hasFinalizers(JsonNode document) {
        return !document.path("spec").path("finalizers").isEmpty();
    }

    /** Says that it is on its way out. */
    public void terminating() {
        document.withObject("/status").put("phase", "Terminating");
    }
}
