package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.EncodedObject;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The JSON form of a field set, as {@code managedFields} carry it. */
public final class FieldsV1 {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String SELF = ".";
    /** About a megabyte at most. */
    private static final int MOST_KEYS = 2_000;

    private static final int LONGEST_KEY = 200;
    private static final Map<String, PathElement> KEYS = new ConcurrentHashMap<>();

    private FieldsV1() {}

    /** The JSON of a set, which documents share: nobody can change it. */
    public static EncodedObject print(FieldSet set) {
        if (set.children().isEmpty()) return PrintedSets.LEAF;
        var parts = new Object[2 * set.children().size()];
        var at = 0;
        for (var entry : set.children().entrySet()) {
            parts[at++] = entry.getKey().wire();
            parts[at++] = print(entry.getValue());
        }
        return PrintedSets.of(set.self(), false, parts, 0, at, true);
    }

    /** What was read of an object that documents share. */
    private record Parsed(Optional<FieldSet> set) {}

    /** Reads a set; empty if the JSON is not one. */
    public static Optional<FieldSet> parse(JsonNode node) {
        if (!(node instanceof EncodedObject shared)) return parsed(node);
        return shared.view(Parsed.class, object -> new Parsed(parsed(object))).set();
    }

    private static Optional<FieldSet> parsed(JsonNode node) {
        var children = children(node);
        return children.map(set -> new FieldSet(node.has(SELF), set.children()));
    }

    /** Whether it is a set that could be parsed. */
    static boolean isWellFormed(JsonNode node) {
        if (node instanceof EncodedObject) return parse(node).isPresent();
        if (!(node instanceof ObjectNode object)) return false;
        for (var entry : object.properties()) {
            var key = entry.getKey();
            if (key.equals(SELF)) continue;
            if (!key.startsWith("f:") && step(key).isEmpty()) return false;
            if (!entry.getValue().isEmpty() || !entry.getValue().isObject()) {
                if (!isWellFormed(entry.getValue())) return false;
            }
        }
        return true;
    }

    /** Whether a set that was not parsed holds a field of another set. */
    static boolean hasAnyOf(JsonNode node, FieldSet some) {
        if (some.self() && node.has(SELF)) return true;
        for (var entry : some.children().entrySet()) {
            var inside = node.get(entry.getKey().wire());
            if (inside == null) continue;
            if (entry.getValue().self() && inside.isEmpty()) return true;
            if (hasAnyOf(inside, entry.getValue())) return true;
        }
        return false;
    }

    private static Optional<FieldSet> children(JsonNode node) {
        if (!(node instanceof ObjectNode object)) return Optional.empty();
        var children = new TreeMap<PathElement, FieldSet>();
        for (var entry : object.properties()) {
            if (entry.getKey().equals(SELF)) continue;
            var step = step(entry.getKey());
            var child = children(entry.getValue());
            if (step.isEmpty() || child.isEmpty()) return Optional.empty();
            var self = entry.getValue().isEmpty() || entry.getValue().has(SELF);
            children.put(step.get(), new FieldSet(self, child.get().children()));
        }
        return Optional.of(new FieldSet(false, children));
    }

    /** Objects of a cluster have few different keys, each of which is JSON inside JSON: those that were read are kept. */
    private static Optional<PathElement> step(String wire) {
        if (!wire.startsWith("k:")) return parsedStep(wire);
        var known = KEYS.get(wire);
        if (known != null) return Optional.of(known);
        var step = parsedStep(wire);
        if (step.isPresent() && wire.length() <= LONGEST_KEY && KEYS.size() < MOST_KEYS) KEYS.put(wire, step.get());
        return step;
    }

    private static Optional<PathElement> parsedStep(String wire) {
        if (wire.length() < 2 || wire.charAt(1) != ':') return Optional.empty();
        var rest = wire.substring(2);
        return switch (wire.charAt(0)) {
            case 'f' -> Optional.of(PathElement.Name.of(rest));
            case 'k' -> json(rest).flatMap(FieldsV1::key);
            case 'v' -> json(rest).map(PathElement.Value::new);
            case 'i' -> json(rest).filter(JsonNode::isInt).map(at -> new PathElement.Index(at.intValue()));
            default -> Optional.empty();
        };
    }

    private static Optional<PathElement> key(JsonNode node) {
        if (!node.isObject() || node.isEmpty()) return Optional.empty();
        var values = new TreeMap<String, JsonNode>();
        node.properties().forEach(entry -> values.put(entry.getKey(), entry.getValue()));
        return Optional.of(PathElement.Key.of(values));
    }

    private static Optional<JsonNode> json(String text) {
        try {
            var node = MAPPER.readTree(text);
            return node == null || node.isMissingNode() ? Optional.empty() : Optional.of(node);
        } catch (JsonProcessingException _) {
            return Optional.empty();
        }
    }
}
