package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.EncodedObject;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a new object that its writer owns, in JSON: the same as {@link FieldComparison} with a blank object finds and {@link FieldsV1} prints, in one
 * walk over the object and without sets.
 */
final class NewObjectFields {
    /** Longer lists are looked at for equal entries by hash. */
    private static final int MOST_COMPARED = 16;

    private final KindShape kind;
    private final List<String> unowned;
    /** Steps and what is owned below them in turn, for each value on the way to the current one. */
    private Object[] stack = new Object[64];

    private int top;

    private NewObjectFields(KindShape kind, List<String> unowned) {
        this.kind = kind;
        this.unowned = unowned;
    }

    /**
     * What the writer of an object without managers owns, an empty set if that is nothing. Not present for an object that only a comparison can tell of.
     *
     * @param filter the fields that can be owned
     */
    static Optional<ObjectNode> of(KindShape kind, ObjectNode object, OwnershipFilter filter) {
        var unowned = filter.members();
        if (unowned.isEmpty()) return Optional.empty();
        return Optional.ofNullable(new NewObjectFields(kind, unowned.get()).object(object));
    }

    private @Nullable ObjectNode object(ObjectNode object) {
        var blank = kind.shape().blank();
        for (var entry : object.properties()) {
            var name = entry.getKey();
            if (unowned.contains(name) || NeverOwned.isName(name)) continue;
            var shape = kind.shape().member(name);
            if (!name.equals(NeverOwned.METADATA)) {
                push(name, part(blank.get(name), entry.getValue(), shape));
                continue;
            }
            if (!(entry.getValue() instanceof ObjectNode metadata)) return null;
            if (!(blank.get(name) instanceof ObjectNode before)) return null;
            var from = top;
            members(before, metadata, shape, true);
            push(name, pop(from, true));
        }
        var owned = pop(0, true);
        return owned == null ? PrintedSets.LEAF : owned;
    }

    /** What is owned of a value, null for nothing. */
    private @Nullable EncodedObject part(@Nullable JsonNode before, JsonNode after, Shape shape) {
        if (before == null) return all(after, shape);
        if (before.equals(after)) return null;
        if (before instanceof NullNode && shape instanceof Shape.ListOf list && after instanceof ArrayNode items) {
            var from = top;
            if (!items.isEmpty() && items(items, list)) return pop(from, false);
            top = from;
        }
        if (before instanceof ObjectNode old
                && after instanceof ObjectNode now
                && !shape.isAtomic()
                && !(shape instanceof Shape.ListOf)) {
            var from = top;
            members(old, now, shape, false);
            return pop(from, true);
        }
        var written = FieldComparison.of(before, after, shape).written();
        return written.isEmpty() ? null : FieldsV1.print(written);
    }

    private void members(ObjectNode old, ObjectNode now, Shape shape, boolean areMetadata) {
        var blank = shape instanceof Shape.Struct struct ? struct.blank() : null;
        for (var entry : now.properties()) {
            var name = entry.getKey();
            if (areMetadata && NeverOwned.isInMetadata(name)) continue;
            var before = old.get(name);
            if (before == null && blank != null) before = blank.get(name);
            push(name, part(before, entry.getValue(), shape.member(name)));
        }
        if (blank == null) return;
        for (var entry : blank.properties()) {
            var name = entry.getKey();
            if (now.has(name) || (areMetadata && NeverOwned.isInMetadata(name))) continue;
            var before = old.get(name);
            if (before != null) push(name, part(before, entry.getValue(), shape.member(name)));
        }
    }

    /** Every field of a value that is new. */
    private EncodedObject all(JsonNode value, Shape shape) {
        if (shape.isAtomic()) return PrintedSets.LEAF;
        var from = top;
        if (shape instanceof Shape.ListOf list) {
            if (value instanceof ArrayNode items && items(items, list)) return whole(from, false);
            top = from;
            return PrintedSets.LEAF;
        }
        if (!(value instanceof ObjectNode object)) return PrintedSets.LEAF;
        if (shape instanceof Shape.Struct struct) {
            for (var entry : struct.blank().properties()) {
                var name = entry.getKey();
                if (!object.has(name)) push(name, all(entry.getValue(), shape.member(name)));
            }
        }
        for (var entry : object.properties()) {
            push(entry.getKey(), all(entry.getValue(), shape.member(entry.getKey())));
        }
        return whole(from, true);
    }

    /** Puts the entries of a list on the stack; false if they cannot be told apart. */
    private boolean items(ArrayNode items, Shape.ListOf list) {
        if (items.size() > MOST_COMPARED && Items.of(items, list.rule()).isEmpty()) return false;
        var from = top;
        for (var i = 0; i < items.size(); i++) {
            var item = items.get(i);
            var step = Items.step(item, list.rule());
            if (step.isEmpty()) return false;
            var wire = step.get().wire();
            if (items.size() <= MOST_COMPARED && isAmong(wire, from)) return false;
            push(wire, all(item, list.element()));
        }
        return true;
    }

    private boolean isAmong(String step, int from) {
        for (var i = from; i < top; i += 2) if (stack[i].equals(step)) return true;
        return false;
    }

    private void push(String step, @Nullable EncodedObject owned) {
        if (owned == null) return;
        if (top == stack.length) stack = Arrays.copyOf(stack, 2 * top);
        stack[top++] = step;
        stack[top++] = owned;
    }

    /** What is on the stack of a value that is not owned itself; null if that is nothing. */
    private @Nullable EncodedObject pop(int from, boolean areNames) {
        if (top == from) return null;
        var owned = PrintedSets.of(false, areNames, stack, from, top, false);
        top = from;
        return owned;
    }

    private EncodedObject whole(int from, boolean areNames) {
        var owned = PrintedSets.of(true, areNames, stack, from, top, false);
        top = from;
        return owned;
    }
}
