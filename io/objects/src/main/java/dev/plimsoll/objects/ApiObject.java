package dev.plimsoll.objects;

import static dev.plimsoll.objects.tree.DocumentFields.number;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.events.About;
import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.OwnerReference;
import org.jspecify.annotations.Nullable;

/**
 * An object over its whole document, which nobody changes. Parts are read when they are asked for, at most once, and shared by all who hold
 * the object.
 *
 * <p>Fields that keep what was read need no lock: what they hold is immutable, and two threads that read the same part at once find the same.
 */
public class ApiObject {
    private final ObjectNode document;
    private @Nullable ObjectMetadata metadata;
    private @Nullable Conditions conditions;

    public ApiObject(ObjectNode document) {
        this.document = document;
    }

    public final ObjectMetadata metadata() {
        var known = metadata;
        if (known == null) metadata = known = MetadataReader.read(document);
        return known;
    }

    public final ObjectName name() {
        return new ObjectName(metadata().namespace(), metadata().name());
    }

    public final String uid() {
        return metadata().uid();
    }

    public final String apiVersion() {
        return text(document, "apiVersion");
    }

    public final String kind() {
        return text(document, "kind");
    }

    /** The conditions of its status. */
    public final Conditions conditions() {
        var known = conditions;
        if (known == null) conditions = known = ConditionReader.read(statusNode());
        return known;
    }

    /** The generation that its status speaks of; 0 where it says nothing. */
    public final long observedGeneration() {
        return number(statusNode(), "observedGeneration", 0);
    }

    /** As events name it. */
    public final About about() {
        return About.of(document);
    }

    /** The reference to a controller that it writes into what it makes. */
    public final OwnerReference controllerReference() {
        return new OwnerReference(apiVersion(), kind(), metadata().name(), uid(), true, true);
    }

    /** A draft of the whole object. */
    public ObjectDraft draft() {
        return new ObjectDraft(document);
    }

    /** A draft of its status. */
    public StatusDraft statusDraft() {
        return new StatusDraft(this);
    }

    public final ObjectNode document() {
        return document;
    }

    protected final JsonNode specNode() {
        return document.path("spec");
    }

    protected final JsonNode statusNode() {
        return document.path("status");
    }

    /** Whether the specs are the same, word for word. */
    public final boolean hasSameSpec(ApiObject other) {
        return specNode().equals(other.specNode());
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof ApiObject that && document.equals(that.document);
    }

    @Override
    public final int hashCode() {
        return uid().hashCode() * 31 + metadata().version().hashCode();
    }

    @Override
    public final String toString() {
        return kind() + " " + name();
    }
}
