package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plimsoll.codec.schema.Shape.ListRule;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/** The entries of a list by what tells them apart. */
final class Items {
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
            case ListRule.Keyed(var keys)
            when keys.size() == 1 ->
                value(item, keys.getFirst())
                        .map(value -> PathElement.Key.of(keys.getFirst().name(), value));
            case ListRule.Keyed(var keys) -> {
                var values = new TreeMap<String, JsonNode>();
                for (var key : keys) {
                    value(item, key).ifPresent(value -> values.put(key.name(), value));
                }
                yield values.size() == keys.size() ? Optional.of(PathElement.Key.of(values)) : Optional.empty();
            }
        };
    }

    private static Optional<JsonNode> value(JsonNode item, ListRule.Key key) {
        var value = item.get(key.name());
        if (value != null && value.isValueNode() && !value.isNull()) return Optional.of(value);
        return key.fallback().isEmpty() ? Optional.empty() : Optional.of(TextNode.valueOf(key.fallback()));
    }
}
