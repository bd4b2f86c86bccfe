package dev.plimsoll.codec.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.json.Trail;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Shape;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.Optional;

/**
 * A value that should be a quantity and cannot be read as one, and where it stands: what a Go decoder says of it names neither.
 *
 * @param value as it was sent
 * @param reason in the words of a Go decoder
 */
public record MalformedQuantity(Trail path, String value, String reason) {
    /** The first one of a document. It looks through all of it, so it is for documents that are known to be wrong. */
    public static Optional<MalformedQuantity> first(JsonNode document, KindShape kind) {
        return find(document, kind.shape(), Trail.ROOT);
    }

    /** What is wrong with a single value. */
    static Optional<String> reason(JsonNode value) {
        var text = text(value);
        if (CanonicalQuantities.isKnown(text)) return Optional.empty();
        return switch (Quantity.parse(text)) {
            case ParsedQuantity.Parsed _ -> Optional.empty();
            case ParsedQuantity.Malformed(var reason) -> Optional.of(reason);
        };
    }

    private static String text(JsonNode value) {
        return value.isTextual() || value.isNumber() ? value.asText().strip() : value.toString();
    }

    private static Optional<MalformedQuantity> find(JsonNode node, Shape shape, Trail path) {
        if (node.isNull()) return Optional.empty();
        if (shape == Shape.Scalar.QUANTITY) {
            return reason(node).map(reason -> new MalformedQuantity(path, text(node), reason));
        }
        if (node.isObject()) {
            for (var entry : node.properties()) {
                var found = find(entry.getValue(), shape.member(entry.getKey()), path.member(entry.getKey()));
                if (found.isPresent()) return found;
            }
        } else if (node.isArray() && shape instanceof Shape.ListOf list) {
            for (var i = 0; i < node.size(); i++) {
                var found = find(node.get(i), list.element(), path.entry(i));
                if (found.isPresent()) return found;
            }
        }
        return Optional.empty();
    }
}
