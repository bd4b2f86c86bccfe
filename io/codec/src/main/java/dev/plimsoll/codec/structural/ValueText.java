package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.validation.FieldError;
import java.math.BigDecimal;

/** Values as messages show them. */
final class ValueText {
    private ValueText() {}

    static String of(JsonNode value) {
        if (value.isTextual()) return FieldError.quoted(value.textValue());
        return value.isNumber() ? number(value.decimalValue()) : value.toString();
    }

    static String number(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    /** The type of a value, by the word that schemas have for it. */
    static String typeOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT, POJO -> "object";
            case ARRAY -> "array";
            case STRING, BINARY -> "string";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case NULL, MISSING -> "null";
        };
    }

    static boolean isWhole(JsonNode value) {
        return value.isIntegralNumber()
                || (value.isNumber()
                        && value.decimalValue().stripTrailingZeros().scale() <= 0);
    }
}
