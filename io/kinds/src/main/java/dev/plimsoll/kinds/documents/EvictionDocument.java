package dev.plimsoll.kinds.documents;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The request to evict a pod, as it was sent. */
public final class EvictionDocument {
    private final ObjectNode document;

    public EvictionDocument(ObjectNode document) {
        this.document = document;
    }

    /** Of the pod; empty where it does not say. */
    public String name() {
        return text(document.path("metadata"), "name");
    }

    public DeleteOptionsBody deleteOptions() {
        return DeleteOptionsBody.read(document.path("deleteOptions"));
    }

    /** For admission, which may change it. */
    public ObjectNode document() {
        return document;
    }
}
