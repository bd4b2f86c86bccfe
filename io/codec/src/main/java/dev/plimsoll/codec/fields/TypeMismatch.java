package dev.plimsoll.codec.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Shape;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Optional;

/** The first value of a document that has another type than its field, in the words of a Go decoder. */
public final class TypeMismatch {
    /** The innermost struct around a value, and the way there without places in lists. */
    private record Where(String struct, String field) {
        static final Where TOP = new Where("", "");

        Where inside(String struct, String name) {
            return new Where(struct, field.isEmpty() ? name : field + "." + name);
        }

        String cannot(String found, String type) {
            var target = struct.isEmpty() ? "value" : "struct field " + struct + "." + field;
            return "json: cannot unmarshal " + found + " into Go " + target + " of type " + type;
        }
    }

    private final GoTypes types;

    private TypeMismatch(GoTypes types) {
        this.types = types;
    }

    /** The reason why the document is not one of the kind, for {@link Decoding#failure}. */
    public static Optional<String> first(JsonNode document, KindShape kind) {
        return new TypeMismatch(GoTypes.of(kind)).check(document, kind.shape(), Where.TOP);
    }

    private Optional<String> check(JsonNode node, Shape shape, Where where) {
        if (node.isNull()) return Optional.empty();
        return switch (shape) {
            case Shape.Scalar scalar -> scalar(node, scalar, where);
            case Shape.Struct struct -> {
                if (!node.isObject()) yield mismatch(node, shape, where);
                for (var entry : node.properties()) {
                    var inside = where.inside(struct.name(), entry.getKey());
                    var problem = check(entry.getValue(), struct.member(entry.getKey()), inside);
                    if (problem.isPresent()) yield problem;
                }
                yield Optional.empty();
            }
            case Shape.MapOf(var value, var _) -> {
                if (!node.isObject()) yield mismatch(node, shape, where);
                yield checkAll(node, value, where);
            }
            case Shape.ListOf list -> {
                if (!node.isArray()) yield mismatch(node, shape, where);
                yield checkAll(node, list.element(), where);
            }
            case Shape.Free _ -> Optional.empty();
        };
    }

    private Optional<String> checkAll(JsonNode container, Shape shape, Where where) {
        for (var item : container) {
            var problem = check(item, shape, where);
            if (problem.isPresent()) return problem;
        }
        return Optional.empty();
    }

    private Optional<String> scalar(JsonNode node, Shape.Scalar scalar, Where where) {
        return switch (scalar) {
            case STRING -> node.isTextual() ? Optional.empty() : mismatch(node, scalar, where);
            case BOOLEAN -> node.isBoolean() ? Optional.empty() : mismatch(node, scalar, where);
            case INT32 -> integer(node, node.canConvertToInt(), scalar, where);
            case INT64 -> integer(node, node.canConvertToLong(), scalar, where);
            case DOUBLE -> node.isNumber() ? Optional.empty() : mismatch(node, scalar, where);
            case QUANTITY -> quantity(node);
            case INT_OR_STRING ->
                node.isTextual()
                        ? Optional.empty()
                        : integer(node, node.canConvertToInt(), Shape.Scalar.INT32, Where.TOP);
            case TIME, MICRO_TIME -> time(node, scalar);
            case BYTES -> node.isTextual() ? base64(node.textValue()) : mismatch(node, scalar, where);
            case ANYTHING -> Optional.empty();
        };
    }

    private Optional<String> integer(JsonNode node, boolean fits, Shape shape, Where where) {
        if (!node.isNumber()) return mismatch(node, shape, where);
        if (node.isIntegralNumber() && fits) return Optional.empty();
        return Optional.of(where.cannot("number " + node.asText(), types.nameOf(shape)));
    }

    private static Optional<String> quantity(JsonNode node) {
        var text = node.isTextual() || node.isNumber() ? node.asText().strip() : node.toString();
        return switch (Quantity.parse(text)) {
            case ParsedQuantity.Parsed _ -> Optional.empty();
            case ParsedQuantity.Malformed(var reason) -> Optional.of(reason);
        };
    }

    private static Optional<String> time(JsonNode node, Shape.Scalar scalar) {
        if (!node.isTextual()) return Optional.of(Where.TOP.cannot(GoTypes.wordFor(node), "string"));
        try {
            OffsetDateTime.parse(node.textValue());
            return Optional.empty();
        } catch (DateTimeException _) {
            var layout = scalar == Shape.Scalar.TIME ? "2006-01-02T15:04:05Z07:00" : "2006-01-02T15:04:05.000000Z07:00";
            var text = node.textValue();
            return Optional.of(
                    "parsing time \"" + text + "\" as \"" + layout + "\": cannot parse \"" + text + "\" as \"2006\"");
        }
    }

    private static Optional<String> base64(String text) {
        var letters = text.replace("\n", "").replace("\r", "");
        var body = letters.replaceFirst("={0,2}$", "");
        for (var i = 0; i < body.length(); i++) {
            var c = body.charAt(i);
            var isOne =
                    (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
            if (!isOne) return Optional.of("illegal base64 data at input byte " + i);
        }
        var whole = letters.length() % 4 == 0 && body.length() % 4 != 1;
        return whole ? Optional.empty() : Optional.of("illegal base64 data at input byte " + letters.length() / 4 * 4);
    }

    private Optional<String> mismatch(JsonNode node, Shape shape, Where where) {
        return Optional.of(where.cannot(GoTypes.wordFor(node), types.nameOf(shape)));
    }
}
