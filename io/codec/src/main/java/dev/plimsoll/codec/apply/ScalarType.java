package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.schema.Shape;
import java.util.Optional;

/** Whether a value of an applied configuration has the type of its field, in the words of Kubernetes if not. */
final class ScalarType {
    /** What is shown of a value. */
    private static final int LONGEST = 1_024;

    private ScalarType() {}

    static Optional<String> problem(JsonNode node, Shape.Scalar scalar) {
        return switch (scalar) {
            case STRING, TIME, MICRO_TIME, BYTES -> problem(node.isTextual(), "string", node);
            case BOOLEAN -> problem(node.isBoolean(), "boolean", node);
            case INT32, INT64, DOUBLE ->
                node.isNumber()
                        ? Optional.empty()
                        : Optional.of("expected numeric (int or float), got " + typeOf(node));
            // They may be written as texts or as numbers; what is neither is found when it is read.
            case QUANTITY, INT_OR_STRING, ANYTHING -> Optional.empty();
        };
    }

    private static Optional<String> problem(boolean fits, String type, JsonNode node) {
        return fits ? Optional.empty() : Optional.of(expected(type, node));
    }

    static String expected(String type, JsonNode node) {
        var text = node.isObject() ? "map[string]interface {}" : node.isArray() ? "[]interface {}" : "";
        var value = text + node;
        var shown = value.length() > LONGEST ? value.substring(0, LONGEST) + "..." : value;
        return "expected " + type + ", got &value.valueUnstructured{Value:" + shown + "}";
    }

    private static String typeOf(JsonNode node) {
        if (node.isTextual()) return "string";
        if (node.isBoolean()) return "bool";
        return node.isArray() ? "[]interface {}" : "map[string]interface {}";
    }
}
