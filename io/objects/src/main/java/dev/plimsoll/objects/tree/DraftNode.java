package dev.plimsoll.objects.tree;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;

/**
 * An object of a document that is being written. Only the objects and lists on the way to a change are copied; the rest is shared with the
 * document that it began with, which stays as it was. Whoever gets {@link #node} must not change it either.
 */
public final class DraftNode {
    private final ObjectNode node;
    /** What was copied for this draft, and may be changed. */
    private final Map<String, DraftNode> objects = new HashMap<>();

    private final Map<String, DraftList> lists = new HashMap<>();

    private DraftNode(ObjectNode node) {
        this.node = node;
    }

    /** A draft of an object; of an empty one where that is none. */
    public static DraftNode of(JsonNode original) {
        var copy = JsonNodeFactory.instance.objectNode();
        if (original instanceof ObjectNode known) copy.setAll(known);
        return new DraftNode(copy);
    }

    public static DraftNode empty() {
        return new DraftNode(JsonNodeFactory.instance.objectNode());
    }

    public DraftNode put(String name, String value) {
        drop(name).put(name, value);
        return this;
    }

    public DraftNode put(String name, long value) {
        drop(name).put(name, value);
        return this;
    }

    public DraftNode put(String name, boolean value) {
        drop(name).put(name, value);
        return this;
    }

    /** Writes a text that is left out where it is empty. */
    public DraftNode putUnlessEmpty(String name, String value) {
        return value.isEmpty() ? remove(name) : put(name, value);
    }

    /** Writes a count that is left out where it is 0. */
    public DraftNode putUnlessZero(String name, long value) {
        return value == 0 ? remove(name) : put(name, value);
    }

    /** Says in a patch that a member is to go. */
    public DraftNode putNull(String name) {
        drop(name).putNull(name);
        return this;
    }

    /** Writes a value, which is shared and not copied. */
    public DraftNode set(String name, JsonNode value) {
        drop(name).set(name, value);
        return this;
    }

    public DraftNode remove(String name) {
        drop(name).remove(name);
        return this;
    }

    /** Removes everything. */
    public DraftNode clear() {
        objects.clear();
        lists.clear();
        node.removeAll();
        return this;
    }

    private ObjectNode drop(String name) {
        objects.remove(name);
        lists.remove(name);
        return node;
    }

    /** The object of this name, to be changed; an empty one takes the place of anything else. */
    public DraftNode object(String name) {
        return objects.computeIfAbsent(name, _ -> {
            lists.remove(name);
            var made = of(node.path(name));
            node.set(name, made.node);
            return made;
        });
    }

    /** An empty object of this name. */
    public DraftNode newObject(String name) {
        remove(name);
        return object(name);
    }

    /** The list of this name, to be changed; an empty one takes the place of anything else. */
    public DraftList list(String name) {
        return lists.computeIfAbsent(name, _ -> {
            objects.remove(name);
            var copy = JsonNodeFactory.instance.arrayNode();
            if (node.path(name) instanceof ArrayNode known) copy.addAll(known);
            node.set(name, copy);
            return new DraftList(copy);
        });
    }

    /** An empty list of this name. */
    public DraftList newList(String name) {
        remove(name);
        return list(name);
    }

    public boolean has(String name) {
        return node.hasNonNull(name);
    }

    /** What is there now, to be read. */
    public JsonNode path(String name) {
        return node.path(name);
    }

    public boolean isEmpty() {
        return node.isEmpty();
    }

    /** What was written. */
    public ObjectNode node() {
        return node;
    }
}
