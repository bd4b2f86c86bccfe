package dev.plimsoll.codec.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.SortedJson;
import dev.plimsoll.codec.protobuf.MessageType;
import dev.plimsoll.codec.protobuf.MessageTypes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Documents with their members in the order in which Kubernetes writes them: those of a struct as its type declares them, those of a map
 * by name. Content without a type stays as it is.
 */
public final class DeclaredOrder {
    private DeclaredOrder() {}

    /** A copy; scalars are shared. */
    public static ObjectNode of(ObjectNode document, KindShape kind) {
        // Kubernetes has no types for custom resources.
        return kind.origin() == KindShape.Origin.BUILT_IN ? struct(document, kind.shape()) : SortedJson.of(document);
    }

    /** The same of a part of a document. */
    public static JsonNode of(JsonNode part, Shape shape) {
        return value(part, shape);
    }

    private static ObjectNode struct(ObjectNode given, Shape.Struct struct) {
        var ordered = given.objectNode();
        for (var name : names(struct)) {
            var value = given.get(name);
            if (value != null) ordered.set(name, value(value, struct.member(name)));
        }
        for (var entry : given.properties()) {
            var name = entry.getKey();
            if (!ordered.has(name)) ordered.set(name, value(entry.getValue(), struct.member(name)));
        }
        return ordered;
    }

    private static JsonNode value(JsonNode given, Shape shape) {
        return switch (shape) {
            case Shape.Struct struct -> given instanceof ObjectNode object ? struct(object, struct) : given;
            case Shape.MapOf(var element, var _) -> given instanceof ObjectNode map ? map(map, element) : given;
            case Shape.ListOf(var element, var _) -> given instanceof ArrayNode list ? list(list, element) : given;
            case Shape.Scalar _, Shape.Free _ -> given.deepCopy();
        };
    }

    private static JsonNode map(ObjectNode given, Shape element) {
        var sorted = SortedJson.of(given);
        for (var entry : sorted.properties()) entry.setValue(value(given.path(entry.getKey()), element));
        return sorted;
    }

    private static JsonNode list(ArrayNode given, Shape element) {
        var list = given.arrayNode(given.size());
        for (var item : given) list.add(value(item, element));
        return list;
    }

    /** The fields of a struct that has a message; of others none. */
    private static Set<String> names(Shape.Struct struct) {
        var names = new LinkedHashSet<>(List.of("kind", "apiVersion"));
        var message = MessageTypes.find(Structs.messageOf(struct.name()));
        if (message.isEmpty()) return Set.of();
        if (!Structs.isKind(message.get())) names.clear();
        addAll(names, message.get());
        return names;
    }

    private static void addAll(Set<String> names, MessageType message) {
        for (var field : message.declared()) {
            if (field.isInlined()) addAll(names, MessageTypes.named(field.type()));
            else names.add(field.name());
        }
    }
}
