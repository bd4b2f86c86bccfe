package dev.plimsoll.objects.tree;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** A list of a document that is being written, see {@link DraftNode}. */
public final class DraftList {
    private final ArrayNode node;
    private final Map<Integer, DraftNode> objects = new HashMap<>();

    DraftList(ArrayNode node) {
        this.node = node;
    }

    public int size() {
        return node.size();
    }

    public boolean isEmpty() {
        return node.isEmpty();
    }

    public JsonNode path(int index) {
        return node.path(index);
    }

    public DraftList add(String text) {
        node.add(text);
        return this;
    }

    /** Adds a value, which is shared and not copied. */
    public DraftList add(JsonNode value) {
        node.add(value);
        return this;
    }

    public DraftNode addObject() {
        var made = DraftNode.empty();
        node.add(made.node());
        objects.put(node.size() - 1, made);
        return made;
    }

    /** An item, to be changed; an empty object takes the place of anything else. */
    public DraftNode object(int index) {
        return objects.computeIfAbsent(index, _ -> {
            var made = DraftNode.of(node.path(index));
            node.set(index, made.node());
            return made;
        });
    }

    /** The first object whose member has this text; a new one with it if there is none. */
    public DraftNode objectWith(String name, String text) {
        for (var i = 0; i < node.size(); i++) {
            if (node.get(i).isObject() && DocumentFields.text(node.get(i), name).equals(text)) return object(i);
        }
        return addObject().put(name, text);
    }

    public void removeIf(Predicate<JsonNode> condition) {
        for (var i = node.size() - 1; i >= 0; i--) {
            if (!condition.test(node.get(i))) continue;
            node.remove(i);
            objects.clear();
        }
    }
}
