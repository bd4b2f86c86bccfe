package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import dev.plimsoll.codec.json.Trail;
import java.math.BigDecimal;

/** Checks of a single value against the limits of its schema; a limit says nothing of values of another type. */
final class ValueChecks {
    private ValueChecks() {}

    static void check(JsonNode value, Structural schema, Trail path, SchemaErrors findings) {
        var limits = schema.limits();
        if (value.isTextual()) text(value, limits, path, findings);
        if (value.isNumber()) number(value, limits, path, findings);
        if (value.isArray()) {
            if (value.size() < limits.entries().least()) {
                findings.unfitSize(
                        path,
                        value.size(),
                        "should have at least " + limits.entries().least() + " items");
            }
            if (exceeds(value.size(), limits.entries().most())) {
                findings.tooMany(path, value.size(), limits.entries().most());
            }
        }
        listed(value, limits, path, findings);
        if (!value.isObject()) return;
        if (value.size() < limits.members().least()) {
            findings.unfitSize(
                    path,
                    value.size(),
                    "should have at least " + limits.members().least() + " properties");
        }
        if (exceeds(value.size(), limits.members().most())) {
            findings.tooMany(path, value.size(), limits.members().most());
        }
    }

    private static boolean exceeds(long size, long most) {
        return most >= 0 && size > most;
    }

    static void listed(JsonNode value, ValueLimits limits, Trail path, SchemaErrors findings) {
        if (limits.enumeration().isEmpty()) return;
        for (var allowed : limits.enumeration()) if (isSame(value, allowed)) return;
        findings.unlisted(path, value, limits.enumeration());
    }

    private static boolean isSame(JsonNode value, JsonNode allowed) {
        return (value instanceof NumericNode && allowed instanceof NumericNode)
                ? value.decimalValue().compareTo(allowed.decimalValue()) == 0
                : value.equals(allowed);
    }

    private static void text(JsonNode value, ValueLimits limits, Trail path, SchemaErrors findings) {
        var text = value.textValue();
        var length = text.codePointCount(0, text.length());
        if (exceeds(length, limits.length().most())) {
            findings.tooLong(path, limits.length().most());
        }
        if (length < limits.length().least()) {
            findings.unfit(path, value, "should be at least " + limits.length().least() + " chars long");
        }
        if (limits.pattern() != null && !limits.pattern().matcher(text).find()) {
            findings.unfit(path, value, "should match '" + limits.pattern().pattern() + "'");
        }
        if (!limits.format().isEmpty() && !Formats.fits(text, limits.format())) {
            findings.wrongFormat(path, value, limits.format());
        }
    }

    private static void number(JsonNode value, ValueLimits limits, Trail path, SchemaErrors findings) {
        var number = value.decimalValue();
        var multiple = limits.multipleOf();
        if (multiple != null
                && multiple.signum() != 0
                && number.remainder(multiple).signum() != 0) {
            findings.unfit(path, value, "should be a multiple of " + ValueText.number(multiple));
        }
        var maximum = limits.maximum();
        if (maximum != null && number.compareTo(maximum.value()) >= (maximum.exclusive() ? 0 : 1)) {
            findings.unfit(
                    path,
                    value,
                    "should be less than " + orEqual(maximum.exclusive()) + ValueText.number(maximum.value()));
        }
        var minimum = limits.minimum();
        if (minimum != null && number.compareTo(minimum.value()) <= (minimum.exclusive() ? 0 : -1)) {
            findings.unfit(
                    path,
                    value,
                    "should be greater than " + orEqual(minimum.exclusive()) + ValueText.number(minimum.value()));
        }
        if (!isInRange(number, limits.format())) findings.wrongFormat(path, value, limits.format());
    }

    private static String orEqual(boolean exclusive) {
        return exclusive ? "" : "or equal to ";
    }

    private static boolean isInRange(BigDecimal number, String format) {
        var bits = switch (format) {
            case "int32" -> 31;
            case "int64" -> 63;
            default -> 0;
        };
        return bits == 0 || number.toBigInteger().bitLength() <= bits;
    }
}
