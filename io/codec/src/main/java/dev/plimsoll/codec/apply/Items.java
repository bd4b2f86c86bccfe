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
            case ListRule.Keyed(var keys) -> {
                var values = new TreeMap<String, JsonNode>();
                for (var key : keys) {
                    var value = item.get(key.name());
                    if (value != null && value.isValueNode() && !value.isNull()) values.put(key.name(), value);
                    else if (!key.fallback().isEmpty()) values.put(key.name(), TextNode.valueOf(key.fallback()));
                }
                yield values.size() == keys.size() ? Optional.of(PathElement.Key.of(values)) : Optional.empty();
            }
        };
    }
}
