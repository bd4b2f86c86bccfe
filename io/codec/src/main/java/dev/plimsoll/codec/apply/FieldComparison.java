package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.patch.SameJson;
import dev.plimsoll.codec.schema.Shape;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a write changed: fields that are new, that have another value, that are gone. */
record FieldComparison(FieldSet added, FieldSet modified, FieldSet removed) {
    private static final FieldComparison SAME = new FieldComparison(FieldSet.NONE, FieldSet.NONE, FieldSet.NONE);

    /** Either side may be absent (null), not both. */
    static FieldComparison of(@Nullable JsonNode before, @Nullable JsonNode after, Shape shape) {
        // Most of an object stays as it is in most writes.
        if (before != null && before.equals(after)) return SAME;
        if (before == null && after != null)
            return new FieldComparison(all(after, shape), FieldSet.NONE, FieldSet.NONE);
        if (shape.isAtomic()) return whole(before, after);
        if (shape instanceof Shape.ListOf list) return ofLists(before, after, list);
        if (!isObjectOrNothing(before) || !isObjectOrNothing(after)) return whole(before, after);
        return ofParts(
                before, after, members(before, shape), members(after, shape), shape::member, PathElement.Name::new);
    }

    private static FieldComparison ofLists(@Nullable JsonNode before, @Nullable JsonNode after, Shape.ListOf shape) {
        var old = items(before, shape);
        var now = items(after, shape);
        if (old == null || now == null) return whole(before, after);
        return ofParts(before, after, old, now, _ -> shape.element(), step -> step);
    }

    /** Every field of a value that is new; most writes are of new objects. */
    private static FieldSet all(JsonNode value, Shape shape) {
        if (shape.isAtomic()) return FieldSet.SELF;
        var fields = new TreeMap<PathElement, FieldSet>();
        if (shape instanceof Shape.ListOf list) {
            var items = items(value, list);
            if (items != null) items.forEach((step, item) -> fields.put(step, all(item, list.element())));
        } else if (value instanceof ObjectNode object) {
            if (shape instanceof Shape.Struct struct) {
                for (var entry : struct.blank().properties()) {
                    if (object.has(entry.getKey())) continue;
                    fields.put(
                            new PathElement.Name(entry.getKey()), all(entry.getValue(), shape.member(entry.getKey())));
                }
            }
            for (var entry : object.properties()) {
                fields.put(new PathElement.Name(entry.getKey()), all(entry.getValue(), shape.member(entry.getKey())));
            }
        }
        return fields.isEmpty() ? FieldSet.SELF : new FieldSet(true, fields);
    }

    private interface ShapeOf<K> {
        Shape shape(K key);
    }

    private interface StepOf<K> {
        PathElement step(K key);
    }

    private static <K> FieldComparison ofParts(
            @Nullable JsonNode before,
            @Nullable JsonNode after,
            Map<K, JsonNode> old,
            Map<K, JsonNode> now,
            ShapeOf<K> shapes,
            StepOf<K> steps) {
        if (old.isEmpty() && now.isEmpty()) return whole(before, after);
        var added = new TreeMap<PathElement, FieldSet>();
        var modified = new TreeMap<PathElement, FieldSet>();
        var removed = new TreeMap<PathElement, FieldSet>();
        var keys = new LinkedHashSet<>(old.keySet());
        keys.addAll(now.keySet());
        for (var key : keys) {
            var part = of(old.get(key), now.get(key), shapes.shape(key));
            var step = steps.step(key);
            if (!part.added().isEmpty()) added.put(step, part.added());
            if (!part.modified().isEmpty()) modified.put(step, part.modified());
            if (!part.removed().isEmpty()) removed.put(step, part.removed());
        }
        return new FieldComparison(
                new FieldSet(before == null, added),
                new FieldSet(false, modified),
                new FieldSet(after == null, removed));
    }

    private static FieldComparison whole(@Nullable JsonNode before, @Nullable JsonNode after) {
        if (before == null) return new FieldComparison(FieldSet.SELF, FieldSet.NONE, FieldSet.NONE);
        if (after == null) return new FieldComparison(FieldSet.NONE, FieldSet.NONE, FieldSet.SELF);
        if (SameJson.same(before, after)) return SAME;
        return new FieldComparison(FieldSet.NONE, FieldSet.SELF, FieldSet.NONE);
    }

    private static boolean isObjectOrNothing(@Nullable JsonNode node) {
        return node == null || node instanceof NullNode || node instanceof ObjectNode;
    }

    /** The members of an object; what even a blank one has counts as there. */
    private static Map<String, JsonNode> members(@Nullable JsonNode node, Shape shape) {
        var members = new LinkedHashMap<String, JsonNode>();
        if (!(node instanceof ObjectNode object)) return members;
        if (shape instanceof Shape.Struct struct) {
            struct.blank().properties().forEach(entry -> members.put(entry.getKey(), entry.getValue()));
        }
        object.properties().forEach(entry -> members.put(entry.getKey(), entry.getValue()));
        return members;
    }

    /** Null if the list can only be compared as a whole. */
    private static @Nullable SequencedMap<PathElement, JsonNode> items(@Nullable JsonNode node, Shape.ListOf shape) {
        if (node == null || node instanceof NullNode) return Collections.emptyNavigableMap();
        return node instanceof ArrayNode list ? Items.of(list, shape.rule()).orElse(null) : null;
    }

    /** What the writer now owns. */
    FieldSet written() {
        return added.union(modified);
    }

    FieldComparison within(OwnershipFilter filter) {
        return new FieldComparison(filter.apply(added), filter.apply(modified), filter.apply(removed));
    }
}
