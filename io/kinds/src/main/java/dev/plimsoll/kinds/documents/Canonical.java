package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.fields.CanonicalQuantities;
import dev.plimsoll.codec.fields.ZeroValues;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Shape;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A document in the form in which Kubernetes would give it back: without nulls, without empty lists and maps, with quantities
 * in their own spelling and with the structs that are always there. Unknown fields are dropped.
 *
 * <p>The document's values must have the types of their fields; one that has not is kept as it is.
 */
public final class Canonical {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final boolean closed;
    private final boolean builtIn;
    private final List<EmptyList> emptyLists = new ArrayList<>();

    private Canonical(boolean closed, boolean builtIn) {
        this.closed = closed;
        this.builtIn = builtIn;
    }

    /**
     * A document in canonical form.
     *
     * @param emptyLists lists that were sent with nothing in them, of fields that are shown even if nothing was sent: whoever sent
     *     them owns them
     */
    public record Form(ObjectNode document, List<EmptyList> emptyLists) {
        public Form {
            emptyLists = List.copyOf(emptyLists);
        }
    }

    public static ObjectNode of(ObjectNode document, KindShape kind) {
        return form(document, kind).document();
    }

    /** The same, with what is only known of the document as it was sent. */
    public static Form form(ObjectNode document, KindShape kind) {
        var canonical = new Canonical(kind.knowsItsFields(), kind.origin() == KindShape.Origin.BUILT_IN);
        return new Form(canonical.struct(document, kind.shape()), canonical.emptyLists);
    }

    private ObjectNode struct(ObjectNode given, Shape.Struct struct) {
        var tree = NODES.objectNode();
        for (var entry : given.properties()) {
            var name = entry.getKey();
            var known = struct.fields().get(name);
            if ((closed && known == null) || entry.getValue().isNull()) continue;
            var shape = known == null ? struct.member(name) : known.shape();
            if (builtIn && ZeroValues.isNone(struct, name, shape, entry.getValue())) continue;
            var value = value(entry.getValue(), shape);
            if (value != null) tree.set(name, value);
            else if (isMeant(struct, name) && entry.getValue().isArray()) tree.putArray(name);
            else if (known != null && known.inBlank() && entry.getValue().isArray()) {
                emptyLists.add(new EmptyList(tree, name));
            }
        }
        for (var entry : struct.blank().properties()) {
            var name = entry.getKey();
            if (tree.has(name)) continue;
            var field = struct.field(name);
            if (field.zero() != null) tree.set(name, field.zero());
            else if (field.shape() instanceof Shape.Struct inner) tree.set(name, struct(NODES.objectNode(), inner));
        }
        return tree;
    }

    /** Policies that were sent as none are not filled in; an autoscaler with none is refused. */
    private static boolean isMeant(Shape.Struct struct, String field) {
        return field.equals("policies") && struct.name().endsWith(".HPAScalingRules");
    }

    /** The value as it is kept; null if it is left out. */
    private @Nullable JsonNode value(JsonNode given, Shape shape) {
        return switch (shape) {
            case Shape.Scalar scalar ->
                switch (scalar) {
                    case QUANTITY -> quantity(given);
                    case BYTES -> bytes(given);
                    default -> given;
                };
            case Shape.Struct struct -> given instanceof ObjectNode object ? struct(object, struct) : given;
            case Shape.MapOf(var element, var _) -> given instanceof ObjectNode object ? map(object, element) : given;
            case Shape.ListOf(var element, var _) -> given instanceof ArrayNode array ? list(array, element) : given;
            case Shape.Free _ -> given;
        };
    }

    /** Bytes that came as a list of numbers; null if it has none. */
    private static @Nullable JsonNode bytes(JsonNode given) {
        if (!(given instanceof ArrayNode list)) return given;
        if (list.isEmpty()) return null;
        var bytes = new byte[list.size()];
        for (var i = 0; i < bytes.length; i++) bytes[i] = (byte) list.get(i).asInt();
        return NODES.textNode(Base64.getEncoder().encodeToString(bytes));
    }

    private @Nullable JsonNode map(ObjectNode given, Shape element) {
        var tree = NODES.objectNode();
        for (var entry : given.properties()) {
            var value = entry.getValue().isNull() ? zero(element) : value(entry.getValue(), element);
            if (value != null) tree.set(entry.getKey(), value);
        }
        return tree.isEmpty() ? null : tree;
    }

    /** What null is in a list: the zero of its elements. */
    private static JsonNode none(Shape element) {
        if (element instanceof Shape.Struct) return NODES.objectNode();
        return element == Shape.Scalar.INT32 || element == Shape.Scalar.INT64 ? NODES.numberNode(0) : zero(element);
    }

    private static JsonNode zero(Shape shape) {
        if (shape == Shape.Scalar.QUANTITY) return NODES.textNode("0");
        return shape == Shape.Scalar.STRING ? NODES.textNode("") : NODES.nullNode();
    }

    private @Nullable JsonNode list(ArrayNode given, Shape element) {
        var tree = NODES.arrayNode();
        for (var item : given) {
            var value = item.isNull() ? none(element) : value(item, element);
            tree.add(value == null ? NODES.objectNode() : value);
        }
        return tree.isEmpty() ? null : tree;
    }

    private static JsonNode quantity(JsonNode given) {
        return CanonicalQuantities.of(given);
    }
}
