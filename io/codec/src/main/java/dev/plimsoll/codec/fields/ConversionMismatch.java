package dev.plimsoll.codec.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Shape;
import java.util.Optional;

/**
 * The first value of a tree that cannot be converted to the type of its field. What strategic merge patches and server-side apply
 * make is not read as JSON but converted, and Kubernetes has other words and rules for that: 30.0 is a whole number.
 */
public final class ConversionMismatch {
    private ConversionMismatch() {}

    public static Optional<String> first(JsonNode document, KindShape kind) {
        var conversion = check(document, kind.shape());
        return conversion.isPresent() ? conversion : TypeMismatch.first(document, kind);
    }

    /** Writes whole numbers that have a fraction of zero without it, where a field takes whole numbers only; changes the tree. */
    public static void makeWhole(JsonNode node, Shape shape) {
        if (node instanceof ObjectNode map) {
            for (var entry : map.properties()) {
                var inside = shape.member(entry.getKey());
                if (isWhole(entry.getValue(), inside)) {
                    entry.setValue(LongNode.valueOf(entry.getValue().longValue()));
                } else {
                    makeWhole(entry.getValue(), inside);
                }
            }
        } else if (node instanceof ArrayNode list && shape instanceof Shape.ListOf of) {
            for (var i = 0; i < list.size(); i++) {
                if (isWhole(list.get(i), of.element())) {
                    list.set(i, LongNode.valueOf(list.get(i).longValue()));
                } else {
                    makeWhole(list.get(i), of.element());
                }
            }
        }
    }

    private static boolean isWhole(JsonNode value, Shape shape) {
        if (shape != Shape.Scalar.INT32 && shape != Shape.Scalar.INT64) return false;
        return value.isNumber()
                && !value.isIntegralNumber()
                && value.doubleValue() == Math.rint(value.doubleValue())
                && value.canConvertToLong();
    }

    private static Optional<String> check(JsonNode node, Shape shape) {
        if (node.isNull()) return Optional.empty();
        return switch (shape) {
            case Shape.Scalar scalar -> scalar(node, scalar);
            case Shape.Struct struct -> {
                if (!node.isObject()) yield Optional.of("cannot restore struct from: " + kindOf(node));
                for (var entry : node.properties()) {
                    var problem = check(entry.getValue(), struct.member(entry.getKey()));
                    if (problem.isPresent()) yield problem;
                }
                yield Optional.empty();
            }
            case Shape.MapOf(var value, var _) ->
                node.isObject() ? all(node, value) : Optional.of("cannot restore map from " + kindOf(node));
            case Shape.ListOf list ->
                node.isArray() ? all(node, list.element()) : Optional.of("cannot restore slice from " + kindOf(node));
            case Shape.Free _ -> Optional.empty();
        };
    }

    private static Optional<String> all(JsonNode container, Shape shape) {
        for (var item : container) {
            var problem = check(item, shape);
            if (problem.isPresent()) return problem;
        }
        return Optional.empty();
    }

    private static Optional<String> scalar(JsonNode node, Shape.Scalar scalar) {
        return switch (scalar) {
            case STRING -> {
                if (node.isTextual()) yield Optional.empty();
                yield Optional.of(
                        node.isIntegralNumber() ? "cannot convert int64 to string" : "unrecognized type: string");
            }
            case BOOLEAN -> node.isBoolean() ? Optional.empty() : Optional.of("unrecognized type: bool");
            case INT32 -> number(node, node.canConvertToInt(), "int32");
            case INT64 -> number(node, node.canConvertToLong(), "int64");
            case DOUBLE -> node.isNumber() ? Optional.empty() : Optional.of("unrecognized type: float64");
            // These read themselves from JSON, whoever converts.
            case QUANTITY, INT_OR_STRING, TIME, MICRO_TIME, BYTES, ANYTHING -> Optional.empty();
        };
    }

    private static Optional<String> number(JsonNode node, boolean fits, String type) {
        if (!node.isNumber()) return Optional.of("unrecognized type: " + type);
        if (fits && (node.isIntegralNumber() || node.doubleValue() == Math.rint(node.doubleValue()))) {
            return Optional.empty();
        }
        return Optional.of("json: cannot unmarshal number " + node.asText() + " into Go value of type " + type);
    }

    private static String kindOf(JsonNode node) {
        if (node.isTextual()) return "string";
        if (node.isBoolean()) return "bool";
        if (node.isNumber()) return node.isIntegralNumber() ? "int64" : "float64";
        return node.isArray() ? "slice" : "map";
    }
}
