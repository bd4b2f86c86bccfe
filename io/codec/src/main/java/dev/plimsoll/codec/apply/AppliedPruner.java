package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.Shape;

/**
 * Takes away what a manager applied before and no longer applies, unless somebody else owns it or something inside it.
 *
 * <p>A declared field of a struct goes as a whole once nothing inside it is owned any more, with all that the server
 * may have added there; the same holds for an entry of a list.
 */
final class AppliedPruner {
    private AppliedPruner() {}

    /** Changes {@code node}, which is the caller's own copy. */
    static void prune(JsonNode node, FieldSet before, FieldSet owned, Shape shape) {
        if (shape.isAtomic()) return;
        if (node instanceof ObjectNode object) pruneObject(object, before, owned, shape);
        else if (node instanceof ArrayNode list && shape instanceof Shape.ListOf of) pruneList(list, before, owned, of);
    }

    private static void pruneObject(ObjectNode object, FieldSet before, FieldSet owned, Shape shape) {
        before.children().forEach((step, set) -> {
            if (!(step instanceof PathElement.Name(var name, var _)) || !object.has(name)) return;
            var stillOwned = owned.child(step);
            var declared = shape instanceof Shape.Struct struct && struct.knows(name);
            if (stillOwned.isEmpty() && (set.self() || declared)) object.remove(name);
            else prune(object.get(name), set, stillOwned, shape.member(name));
        });
    }

    private static void pruneList(ArrayNode list, FieldSet before, FieldSet owned, Shape.ListOf shape) {
        for (var i = list.size() - 1; i >= 0; i--) {
            var step = Items.step(list.get(i), shape.rule());
            if (step.isEmpty()) continue;
            var set = before.child(step.get());
            var stillOwned = owned.child(step.get());
            if (set.isEmpty()) continue;
            if (stillOwned.isEmpty() && set.self()) list.remove(i);
            else prune(list.get(i), set, stillOwned, shape.element());
        }
    }
}
