package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
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

    public ObjectNode node() {
        return node;
    }

    public String text(String name) {
        return node.path(name).asText("");
    }

    public String name() {
        return text("name");
    }

    public String namespace() {
        return text("namespace");
    }

    public String uid() {
        return text("uid");
    }

    public String resourceVersion() {
        return text("resourceVersion");
    }

    public long generation() {
        return node.path("generation").asLong();
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
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
