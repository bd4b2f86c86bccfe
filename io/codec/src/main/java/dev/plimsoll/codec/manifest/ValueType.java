package dev.plimsoll.codec.manifest;

import com.fasterxml.jackson.databind.JsonNode;

/** The word for what a value is, with its article. */
final class ValueType {
    private ValueType() {}

    static String of(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT, POJO -> "an object";
            case ARRAY -> "a list";
            case STRING, BINARY -> "a text";
            case NUMBER -> "a number";
            case BOOLEAN -> value.booleanValue() ? "true" : "false";
            case NULL, MISSING -> "empty";
        };
    }
}
