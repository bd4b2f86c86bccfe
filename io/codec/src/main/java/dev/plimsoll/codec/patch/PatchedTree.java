package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A document while the operations of a JSON patch change it. Every method answers whether it could do its work. */
final class PatchedTree {
    private final Set<JsonNode> opened = Collections.newSetFromMap(new IdentityHashMap<>());
    private JsonNode root;
    private long shifts;

    PatchedTree(JsonNode root) {
        this.root = root;
    }

    /** Notes that all of a value was compared. */
    void open(JsonNode value) {
        if (!value.isContainerNode()) return;
        opened.add(value);
        for (var child : value) open(child);
    }

    /** A copy of a part of the tree in which the objects that were looked into have their members in the order of their names. */
    ObjectNode shown(ObjectNode value) {
        var copy = value.objectNode();
        var names = new ArrayList<String>();
        value.fieldNames().forEachRemaining(names::add);
        if (isRoot(value) || opened.contains(value)) Collections.sort(names);
        for (var name : names) copy.set(name, shownValue(value.path(name)));
        return copy;
    }

    private JsonNode shownValue(JsonNode value) {
        if (value instanceof ObjectNode object) return shown(object);
        if (!(value instanceof ArrayNode list)) return value;
        var copy = list.arrayNode(list.size());
        for (var item : list) copy.add(shownValue(item));
        return copy;
    }

    @SuppressWarnings("ReferenceEquality") // which object it is, not what it says
    private boolean isRoot(JsonNode value) {
        return value == root;
    }

    JsonNode root() {
        return root;
    }

    /** How many entries of lists were touched because others came, went or were measured. */
    long shifts() {
        return shifts;
    }

    /** The value, noting that all of it is about to be looked at. */
    JsonNode counted(JsonNode value) {
        shifts++;
        for (var child : value) counted(child);
        return value;
    }

    Optional<JsonNode> find(Pointer path) {
        return find(path.names());
    }

    /** The value, or null where an object could have it as a member. */
    Optional<JsonNode> findOrNull(Pointer path) {
        var value = find(path);
        if (value.isPresent() || path.isWholeDocument()) return value;
        return find(path.parent()).filter(JsonNode::isObject).map(_ -> NullNode.instance);
    }

    private Optional<JsonNode> find(List<String> names) {
        JsonNode node = root;
        for (var name : names) {
            opened.add(node);
            node = child(node, name);
            if (node == null) return Optional.empty();
        }
        return Optional.of(node);
    }

    private static @Nullable JsonNode child(JsonNode node, String name) {
        if (node instanceof ObjectNode object) return object.get(name);
        if (!(node instanceof ArrayNode list)) return null;
        var index = index(name, list.size());
        return index.isPresent() ? list.get(index.getAsInt()) : null;
    }

    private @Nullable JsonNode openedParent(Pointer path) {
        var parent = find(path.parent());
        parent.ifPresent(opened::add);
        return parent.orElse(null);
    }

    /** As in Kubernetes, the document itself can be replaced only. */
    boolean add(Pointer path, JsonNode value) {
        if (path.isWholeDocument()) return false;
        var parent = openedParent(path);
        if (parent instanceof ObjectNode object) {
            object.set(path.last(), value);
            return true;
        }
        if (!(parent instanceof ArrayNode list)) return false;
        if (path.last().equals("-")) {
            list.add(value);
            return true;
        }
        var index = index(path.last(), list.size() + 1);
        index.ifPresent(at -> {
            shifts += list.size() - at;
            list.insert(at, value);
        });
        return index.isPresent();
    }

    boolean remove(Pointer path) {
        if (path.isWholeDocument()) return false;
        var parent = openedParent(path);
        if (parent instanceof ObjectNode object) return object.remove(path.last()) != null;
        if (!(parent instanceof ArrayNode list)) return false;
        var index = index(path.last(), list.size());
        index.ifPresent(at -> {
            shifts += list.size() - at;
            list.remove(at);
        });
        return index.isPresent();
    }

    /** A member of an object need not be there: Kubernetes then adds it. */
    boolean replace(Pointer path, JsonNode value) {
        if (path.isWholeDocument()) {
            root = value;
            return true;
        }
        var parent = openedParent(path);
        if (parent instanceof ObjectNode object) object.set(path.last(), value);
        if (parent instanceof ArrayNode list) {
            var index = index(path.last(), list.size());
            index.ifPresent(at -> list.set(at, value));
            return index.isPresent();
        }
        return parent instanceof ObjectNode;
    }

    /** A place in a list with that many places; negative ones count from the end. */
    private static OptionalInt index(String text, int places) {
        if (!isNumber(text)) return OptionalInt.empty();
        var index = Integer.parseInt(text);
        if (index < 0) index += places;
        return index < 0 || index >= places ? OptionalInt.empty() : OptionalInt.of(index);
    }

    /** As Go reads numbers: with a sign and leading zeros. */
    private static boolean isNumber(String text) {
        var digits = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        if (digits.isEmpty() || digits.length() > 9) return false;
        return digits.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
