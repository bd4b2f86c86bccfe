package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.Shape;
import java.util.ArrayDeque;
import java.util.Map;
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
            else put(merged, name, merged(entry.getValue(), applied.get(name), shape.member(name)), shape);
        }
        for (var entry : applied.properties()) {
            var name = entry.getKey();
            if (!live.has(name)) put(merged, name, merged(null, entry.getValue(), shape.member(name)), shape);
        }
        return merged;
    }

    /** A null in a map whose names are data is an entry with the empty value, which decoding makes of it. */
    private static void put(ObjectNode target, String name, JsonNode value, Shape shape) {
        if (!value.isNull() || shape instanceof Shape.MapOf) target.set(name, value);
    }

    /**
     * In the order of the applied list. Live entries that it does not name stay in front of the next one that both have; live entries
     * that it names later are passed over until then.
     */
    private static ArrayNode lists(ArrayNode live, ArrayNode applied, Shape.ListOf shape) {
        var oldItems = Items.of(live, shape.rule());
        var newItems = Items.of(applied, shape.rule());
        if (oldItems.isEmpty() || newItems.isEmpty()) return applied.deepCopy();
        var merged = JsonNodeFactory.instance.arrayNode();
        var waiting = new ArrayDeque<>(oldItems.get().entrySet());
        var shared = new ArrayDeque<PathElement>();
        for (var step : newItems.get().keySet()) {
            if (oldItems.get().containsKey(step)) shared.add(step);
        }
        for (var item : newItems.get().entrySet()) {
            emitUnnamed(waiting, newItems.get(), shared.peek(), merged);
            var old = oldItems.get().get(item.getKey());
            merged.add(merged(old, item.getValue(), shape.element()));
            if (item.getKey().equals(shared.peek())) shared.remove();
        }
        emitUnnamed(waiting, newItems.get(), null, merged);
        return merged;
    }

    private static void emitUnnamed(
            ArrayDeque<Map.Entry<PathElement, JsonNode>> waiting,
            Map<PathElement, JsonNode> named,
            @Nullable PathElement nextShared,
            ArrayNode merged) {
        while (!waiting.isEmpty() && !waiting.peek().getKey().equals(nextShared)) {
            var next = waiting.remove();
            if (!named.containsKey(next.getKey())) merged.add(next.getValue().deepCopy());
        }
    }
}
