package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.patch.SameJson;
import dev.plimsoll.codec.schema.Shape;
import java.util.Collections;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a write changed: fields that are new, that have another value, that are gone. */
@SuppressWarnings("ReferenceEquality") // SAME is the one comparison of parts that do not differ
record FieldComparison(FieldSet added, FieldSet modified, FieldSet removed) {
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();
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
        return ofMembers(before, after, shape);
    }

    private static FieldComparison ofMembers(@Nullable JsonNode before, @Nullable JsonNode after, Shape shape) {
        var blank = shape instanceof Shape.Struct struct ? struct.blank() : NOTHING;
        var old = before instanceof ObjectNode object ? object : null;
        var now = after instanceof ObjectNode object ? object : null;
        if (isEmpty(old, blank) && isEmpty(now, blank)) return whole(before, after);
        var parts = new Parts();
        if (now != null) {
            for (var entry : now.properties()) {
                var name = entry.getKey();
                parts.add(name, member(old, name, blank), entry.getValue(), shape);
            }
        }
        for (var entry : blank.properties()) {
            var name = entry.getKey();
            if (now != null && now.has(name)) continue;
            parts.add(name, member(old, name, blank), member(now, name, blank), shape);
        }
        if (old != null) {
            for (var entry : old.properties()) {
                var name = entry.getKey();
                if (blank.has(name) || (now != null && now.has(name))) continue;
                parts.add(name, entry.getValue(), null, shape);
            }
        }
        return parts.comparison(before == null, after == null);
    }

    /** Whether an object has no members; what even a blank one has counts as there. */
    private static boolean isEmpty(@Nullable ObjectNode object, ObjectNode blank) {
        return object == null || (object.isEmpty() && blank.isEmpty());
    }

    private static @Nullable JsonNode member(@Nullable ObjectNode object, String name, ObjectNode blank) {
        if (object == null) return null;
        var member = object.get(name);
        return member == null ? blank.get(name) : member;
    }

    /** What is found of the parts of a value. */
    private static final class Parts {
        private @Nullable SortedMap<PathElement, FieldSet> added;
        private @Nullable SortedMap<PathElement, FieldSet> modified;
        private @Nullable SortedMap<PathElement, FieldSet> removed;

        /** The member of a name, on either side null if it is not there. */
        void add(String name, @Nullable JsonNode before, @Nullable JsonNode after, Shape shape) {
            if (before == null && after == null) return;
            var part = of(before, after, shape.member(name));
            if (part != SAME) add(PathElement.Name.of(name), part);
        }

        void add(PathElement step, FieldComparison part) {
            added = with(added, step, part.added());
            modified = with(modified, step, part.modified());
            removed = with(removed, step, part.removed());
        }

        private static @Nullable SortedMap<PathElement, FieldSet> with(
                @Nullable SortedMap<PathElement, FieldSet> parts, PathElement step, FieldSet part) {
            if (part.isEmpty()) return parts;
            var some = parts == null ? new TreeMap<PathElement, FieldSet>() : parts;
            some.put(step, part);
            return some;
        }

        FieldComparison comparison(boolean isNew, boolean isGone) {
            if (added == null && modified == null && removed == null && !isNew && !isGone) return SAME;
            return new FieldComparison(set(isNew, added), set(false, modified), set(isGone, removed));
        }

        private static FieldSet set(boolean self, @Nullable SortedMap<PathElement, FieldSet> parts) {
            if (parts != null) return new FieldSet(self, parts);
            return self ? FieldSet.SELF : FieldSet.NONE;
        }
    }

    private static FieldComparison ofLists(@Nullable JsonNode before, @Nullable JsonNode after, Shape.ListOf shape) {
        var old = items(before, shape);
        var now = items(after, shape);
        if (old == null || now == null || (old.isEmpty() && now.isEmpty())) return whole(before, after);
        var parts = new Parts();
        for (var entry : now.entrySet()) {
            var part = of(old.get(entry.getKey()), entry.getValue(), shape.element());
            if (part != SAME) parts.add(entry.getKey(), part);
        }
        for (var entry : old.entrySet()) {
            if (!now.containsKey(entry.getKey()))
                parts.add(entry.getKey(), of(entry.getValue(), null, shape.element()));
        }
        return parts.comparison(before == null, after == null);
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
                            PathElement.Name.of(entry.getKey()), all(entry.getValue(), shape.member(entry.getKey())));
                }
            }
            for (var entry : object.properties()) {
                fields.put(PathElement.Name.of(entry.getKey()), all(entry.getValue(), shape.member(entry.getKey())));
            }
        }
        return fields.isEmpty() ? FieldSet.SELF : new FieldSet(true, fields);
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
