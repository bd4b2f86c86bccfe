package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.Rfc3339;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The metadata of a document, read and written in place. */
public final class DocumentMetadata {
    private final ObjectNode node;

    private DocumentMetadata(ObjectNode node) {
        this.node = node;
    }

    /** The metadata of a document, made where there are none. */
    public static DocumentMetadata of(ObjectNode document) {
        return new DocumentMetadata(
                document.get("metadata") instanceof ObjectNode metadata ? metadata : document.putObject("metadata"));
    }

    /**
     * A new document with a name.
     *
     * @param namespace empty for the cluster
     */
    public static ObjectNode named(String namespace, String name) {
        var document = JsonNodeFactory.instance.objectNode();
        var metadata = of(document);
        metadata.name(name);
        if (!namespace.isEmpty()) metadata.namespace(namespace);
        return document;
    }

    public ObjectNode node() {
        return node;
    }

    public String text(String name) {
        return node.path(name).asText("");
    }

    public String name() {
        return text("name");
    }

    public void name(String name) {
        node.put("name", name);
    }

    /** Whether it has a name that can be one: anything but an empty text. */
    public boolean hasName() {
        var name = node.path("name");
        return !name.isMissingNode()
                && !name.isNull()
                && !(name.isTextual() && name.textValue().isEmpty());
    }

    /** What a name is to be made of; empty where the name is given. */
    public String generateName() {
        return text("generateName");
    }

    public String namespace() {
        return text("namespace");
    }

    public void namespace(String namespace) {
        node.put("namespace", namespace);
    }

    /** Of an object of the cluster. */
    public void withoutNamespace() {
        node.remove("namespace");
    }

    public String uid() {
        return text("uid");
    }

    /** Notes that the object is made now. */
    public void created(String uid, Instant now) {
        node.put("uid", uid);
        node.put("creationTimestamp", time(now));
    }

    public String resourceVersion() {
        return text("resourceVersion");
    }

    public void resourceVersion(String version) {
        node.put("resourceVersion", version);
    }

    public void withoutResourceVersion() {
        node.remove("resourceVersion");
    }

    /** Removes what the server alone says of an object: who makes one cannot. */
    public void withoutServerFields() {
        remove("uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink");
    }

    /** What the server gave an object stays with it. */
    public void keepServerFields(DocumentMetadata stored) {
        take(
                stored,
                "uid",
                "creationTimestamp",
                "deletionTimestamp",
                "deletionGracePeriodSeconds",
                "namespace",
                "name",
                "selfLink");
        if (!node.has("generateName")) take(stored, "generateName");
        take(stored, "generation");
    }

    /** Says which object another one is a view of. */
    public void takeIdentity(DocumentMetadata other) {
        take(other, "name", "namespace", "uid", "resourceVersion", "creationTimestamp");
    }

    /** The resource version as a number; 0 where there is none. */
    public long revision() {
        return node.path("resourceVersion").asLong();
    }

    public long generation() {
        return node.path("generation").asLong();
    }

    public void generation(long generation) {
        node.put("generation", generation);
    }

    public void put(String name, String value) {
        node.put(name, value);
    }

    public void put(String name, long value) {
        node.put(name, value);
    }

    public void remove(String... names) {
        for (var name : names) node.remove(name);
    }

    /** Takes a member from another object's metadata, its absence included. */
    public void take(DocumentMetadata other, String... names) {
        for (var name : names) {
            var value = other.node.get(name);
            if (value == null) node.remove(name);
            else node.set(name, value);
        }
    }

    public boolean isBeingDeleted() {
        return node.hasNonNull("deletionTimestamp");
    }

    /** Notes when the object is to be gone. */
    public void deletion(Instant when, long gracePeriodSeconds) {
        node.put("deletionTimestamp", time(when));
        node.put("deletionGracePeriodSeconds", gracePeriodSeconds);
    }

    /** 0 where there is none. */
    public long deletionGracePeriodSeconds() {
        return node.path("deletionGracePeriodSeconds").asLong();
    }

    /** Of an object that is not taken away after a while. */
    public void withoutDeletionGracePeriod() {
        node.remove("deletionGracePeriodSeconds");
    }

    public Optional<Instant> deletionTimestamp() {
        var text = text("deletionTimestamp");
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    public List<String> finalizers() {
        var list = new ArrayList<String>();
        for (var entry : node.path("finalizers")) list.add(entry.asText());
        return list;
    }

    public void finalizers(List<String> changed) {
        if (changed.isEmpty()) {
            node.remove("finalizers");
            return;
        }
        var list = node.putArray("finalizers");
        changed.forEach(list::add);
    }

    public boolean hasLabel(String key) {
        return node.path("labels").has(key);
    }

    public void annotation(String key, String value) {
        member("annotations").put(key, value);
    }

    public void label(String key, String value) {
        member("labels").put(key, value);
    }

    private ObjectNode member(String name) {
        return node.get(name) instanceof ObjectNode object ? object : node.putObject(name);
    }

    public JsonNode path(String name) {
        return node.path(name);
    }

    /** A time as objects carry it: whole seconds, UTC. */
    public static String time(Instant instant) {
        return Rfc3339.text(instant);
    }
}
