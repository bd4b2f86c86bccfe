package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.Shape;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An applied configuration laid over the live object: what it gives wins, the rest stays. A null takes a value away. */
final class AppliedMerge {
    private AppliedMerge() {}

    static JsonNode merged(@Nullable JsonNode live, JsonNode applied, Shape shape) {
        if (shape.isAtomic()) return applied.deepCopy();
        if (applied instanceof ObjectNode object && !(shape instanceof Shape.ListOf)) {
            return objects(live instanceof ObjectNode old ? old : JsonNodeFactory.instance.objectNode(), object, shape);
        }
        if (applied instanceof ArrayNode list && shape instanceof Shape.ListOf listShape) {
            return lists(live instanceof ArrayNode old ? old : JsonNodeFactory.instance.arrayNode(), list, listShape);
        }
        return applied.deepCopy();
    }

    private static ObjectNode objects(ObjectNode live, ObjectNode applied, Shape shape) {
        var merged = JsonNodeFactory.instance.objectNode();
        for (var entry : live.properties()) {
            var name = entry.getKey();
            if (!applied.has(name)) merged.set(name, entry.getValue().deepCopy());
            else put(merged, name, merged(entry.getValue(), applied.get(name), shape.member(name)));
        }
        for (var entry : applied.properties()) {
            var name = entry.getKey();
            if (!live.has(name)) put(merged, name, merged(null, entry.getValue(), shape.member(name)));
        }
        return merged;
    }

    private static void put(ObjectNode target, String name, JsonNode value) {
        if (!value.isNull()) target.set(name, value);
    }

    /** In the order of the applied list; live entries that it does not name stay in front of what followed them. */
    private static ArrayNode lists(ArrayNode live, ArrayNode applied, Shape.ListOf shape) {
        var oldItems = Items.of(live, shape.rule());
        var newItems = Items.of(applied, shape.rule());
        if (oldItems.isEmpty() || newItems.isEmpty()) return applied.deepCopy();
        var merged = JsonNodeFactory.instance.arrayNode();
        var waiting = new ArrayDeque<>(oldItems.get().entrySet());
        var emitted = new HashSet<String>();
        for (var item : newItems.get().entrySet()) {
            emitUnnamed(waiting, newItems.get(), emitted, merged);
            var old = oldItems.get().get(item.getKey());
            merged.add(merged(old, item.getValue(), shape.element()));
            emitted.add(item.getKey().wire());
        }
        emitUnnamed(waiting, newItems.get(), emitted, merged);
        return merged;
    }

    /** Emits live entries up to the next one that is named by the applied list and still to come. */
    private static void emitUnnamed(
            ArrayDeque<Map.Entry<Step, JsonNode>> waiting,
            Map<Step, JsonNode> named,
            Set<String> emitted,
            ArrayNode merged) {
        while (!waiting.isEmpty()) {
            var next = waiting.peek();
            if (!named.containsKey(next.getKey())) merged.add(next.getValue().deepCopy());
            else if (!emitted.contains(next.getKey().wire())) return;
            waiting.remove();
        }
    }
}
