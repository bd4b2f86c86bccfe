package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.Shape;
import java.util.TreeMap;

/** The fields that a document gives: what its applier owns. */
final class Contents {
    private Contents() {}

    static FieldSet of(JsonNode node, Shape shape) {
        if (shape.isAtomic()) return FieldSet.SELF;
        if (node instanceof ObjectNode object && !(shape instanceof Shape.ListOf)) return ofObject(object, shape);
        if (node instanceof ArrayNode list && shape instanceof Shape.ListOf listShape) return ofList(list, listShape);
        return FieldSet.SELF;
    }

    private static FieldSet ofObject(ObjectNode object, Shape shape) {
        var children = new TreeMap<PathElement, FieldSet>();
        for (var entry : object.properties()) {
            var value = entry.getValue();
            var child = of(value, shape.member(entry.getKey()));
            var declared = shape instanceof Shape.Struct struct && struct.knows(entry.getKey());
            var empty = value.isNull() || (value.isContainerNode() && value.isEmpty());
            children.put(PathElement.Name.of(entry.getKey()), empty || !declared ? child.withSelf() : child);
        }
        return FieldSet.of(false, children);
    }

    private static FieldSet ofList(ArrayNode list, Shape.ListOf shape) {
        var items = Items.of(list, shape.rule());
        if (items.isEmpty()) return FieldSet.SELF;
        var children = new TreeMap<PathElement, FieldSet>();
        items.get()
                .forEach((step, item) ->
                        children.put(step, of(item, shape.element()).withSelf()));
        return FieldSet.of(false, children);
    }
}
