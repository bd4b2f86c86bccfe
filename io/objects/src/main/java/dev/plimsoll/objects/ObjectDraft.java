package dev.plimsoll.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.objects.tree.DocumentComparison;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.List;

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

    /** Takes the place of an object: with its identity and its status, and one generation further. */
    public final ObjectDraft replacing(ApiObject before) {
        var metadata = root.object("metadata");
        for (var name : List.of("uid", "creationTimestamp", "resourceVersion")) {
            var value = before.document().path("metadata").path(name);
            if (!value.isMissingNode()) metadata.set(name, value);
        }
        metadata.put("generation", before.metadata().generation() + 1);
        var status = before.document().path("status");
        if (status.isMissingNode()) root.remove("status");
        else root.set("status", status);
        return this;
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
