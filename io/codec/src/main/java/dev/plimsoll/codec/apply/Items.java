package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plimsoll.codec.schema.Shape.ListRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The entries of a list by what tells them apart. */
final class Items {
    private static final int SLOTS = 2048;
    private static final int LONGEST_KEPT = 200;
    /** Objects of a cluster have few different keys. Threads may overwrite each other's, which costs a second key and nothing else. */
    private static final @Nullable Known[] KNOWN = new @Nullable Known[SLOTS];

    /** A key that is kept, with the values that it was made of. */
    private record Known(List<ListRule.Key> keys, JsonNode first, JsonNode last, Optional<PathElement> step) {}

    private Items() {}

    /** Empty if some entry lacks a key, or two entries share one: then the list can only be seen as a whole. */
    static Optional<SequencedMap<PathElement, JsonNode>> of(JsonNode list, ListRule rule) {
        var items = new LinkedHashMap<PathElement, JsonNode>();
        for (var item : list) {
            var step = step(item, rule);
            if (step.isEmpty() || items.put(step.get(), item) != null) return Optional.empty();
        }
        return Optional.of(items);
    }

    static Optional<PathElement> step(JsonNode item, ListRule rule) {
        return switch (rule) {
            case ListRule.Atomic() -> Optional.empty();
            case ListRule.AsSet() -> item.isValueNode() ? Optional.of(new PathElement.Value(item)) : Optional.empty();
            case ListRule.Keyed(var keys) -> keyed(item, keys);
        };
    }

    private static Optional<PathElement> keyed(JsonNode item, List<ListRule.Key> keys) {
        var first = value(item, keys.getFirst());
        var last = keys.size() == 1 ? first : value(item, keys.getLast());
        if (first == null || last == null) return Optional.empty();
        if (keys.size() > 2 || !isShort(first) || !isShort(last)) return fresh(item, keys);
        var hash = (keys.getFirst().name().hashCode() * 31 + first.hashCode()) * 31 + last.hashCode();
        var slot = (hash ^ (hash >>> 11) ^ (hash >>> 22)) & (SLOTS - 1);
        var known = KNOWN[slot];
        if (known != null && known.first.equals(first) && known.last.equals(last) && known.keys.equals(keys)) {
            return known.step;
        }
        var step = fresh(item, keys);
        KNOWN[slot] = new Known(keys, first, last, step);
        return step;
    }

    /** Whether a value is one of those that keys have: equal values of these types have equal texts. */
    private static boolean isShort(JsonNode value) {
        return value.isTextual() ? value.textValue().length() <= LONGEST_KEPT : value.isInt() || value.isBoolean();
    }

    private static Optional<PathElement> fresh(JsonNode item, List<ListRule.Key> keys) {
        var values = new TreeMap<String, JsonNode>();
        for (var key : keys) {
            var value = value(item, key);
            if (value == null) return Optional.empty();
            values.put(key.name(), value);
        }
        return Optional.of(PathElement.Key.of(values));
    }

    private static @Nullable JsonNode value(JsonNode item, ListRule.Key key) {
        var value = item.get(key.name());
        if (value != null && value.isValueNode() && !value.isNull()) return value;
        return key.fallback().isEmpty() ? null : TextNode.valueOf(key.fallback());
    }
}
