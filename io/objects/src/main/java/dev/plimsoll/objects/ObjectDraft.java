package dev.plimsoll.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.objects.tree.DocumentComparison;
import dev.plimsoll.objects.tree.DraftNode;

/** An object that is being written, field by field. Fields that nobody here knows stay as they are. */
public class ObjectDraft {
    private final DraftNode root;

    /** A draft that begins with a document, which stays as it is. */
    public ObjectDraft(JsonNode document) {
        this.root = DraftNode.of(document);
    }

    /** A new object. */
    public ObjectDraft(ApiResource resource, ObjectName name) {
        this.root = DraftNode.empty();
        root.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
        metadata().name(name.namespace(), name.name());
    }

    /** A new object that a controller makes and keeps. */
    public ObjectDraft(ApiResource resource, ObjectName name, OwnerReference controller) {
        this(resource, name);
        metadata().owner(controller);
    }

    public final MetadataDraft metadata() {
        return new MetadataDraft(root.object("metadata"));
    }

    protected final DraftNode root() {
        return root;
    }

    protected final DraftNode spec() {
        return root.object("spec");
    }

    public final ObjectName name() {
        return ObjectName.of(root.node());
    }

    /** Whether it says anything else than an object does: nulls and empty members mean what their absence means. */
    public final boolean differsFrom(ApiObject current) {
        return !DocumentComparison.isSame(root.node(), current.document());
    }

    /** What was written; nobody changes it any more. */
    public final ObjectNode document() {
        return root.node();
    }
}
