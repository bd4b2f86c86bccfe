package dev.plimsoll.kinds.rules.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of a document and where it stands. The text of its place is made only when an error needs it.
 *
 * @param step the last step of its place: a name, or a place in a list or a key in brackets
 */
public record FieldValue(JsonNode node, @Nullable FieldValue parent, String step) {
    public static FieldValue of(JsonNode document) {
        return new FieldValue(document, null, "");
    }

    /** A value that messages place somewhere else than where it stands. */
    public static FieldValue at(String place, JsonNode node) {
        return new FieldValue(node, null, place);
    }

    /** A member; missing if there is none, or null. */
    public FieldValue field(String name) {
        var member = node.path(name);
        return new FieldValue(member instanceof NullNode ? MissingNode.getInstance() : member, this, name);
    }

    /** The same value, named by a key of the object that it is part of. */
    public FieldValue key(String key) {
        return new FieldValue(node.path(key), this, "[" + key + "]");
    }

    public List<FieldValue> items() {
        var items = new ArrayList<FieldValue>(node.size());
        for (var i = 0; i < node.size(); i++) items.add(item(i));
        return items;
    }

    private FieldValue item(int i) {
        var item = node.path(i);
        return new FieldValue(item instanceof NullNode ? MissingNode.getInstance() : item, this, "[" + i + "]");
    }

    /** Whether it was given, be it empty. */
    public boolean isGiven() {
        return !(node instanceof MissingNode) && !(node instanceof NullNode);
    }

    /** Whether it was not given, or is a text, list or object with nothing in it. */
    public boolean isEmpty() {
        if (!isGiven()) return true;
        return node.isTextual() ? node.textValue().isEmpty() : node.isContainerNode() && node.isEmpty();
    }

    public String text() {
        return node.asText();
    }

    public long number() {
        return node.asLong();
    }

    public boolean isTrue() {
        return node.asBoolean();
    }

    /** The value as messages show one that is no plain text or number: as JSON. */
    public String json() {
        return isGiven() ? node.toString() : "null";
    }

    /** The same of a map, whose entries messages show in the order of their keys. */
    public String sortedJson() {
        if (!node.isObject()) return json();
        var sorted = JsonNodeFactory.instance.objectNode();
        node.properties().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> sorted.set(entry.getKey(), entry.getValue()));
        return sorted.toString();
    }

    /** Its place. */
    @Override
    public String toString() {
        if (parent == null) return step;
        var before = parent.toString();
        return before.isEmpty() || step.startsWith("[") ? before + step : before + "." + step;
    }
}
