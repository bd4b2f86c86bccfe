package dev.plimsoll.core.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Reads a quantity's text: an optional sign, digits with an optional point, a suffix.
 *
 * <p>The scan is laxer than the expression that its error message quotes, as in Kubernetes: a sign or a suffix alone reads
 * as zero, and a point may stand last.
 */
final class QuantityParser {
    static final String WRONG_SHAPE =
            "quantities must match the regular expression " + "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    static final String WRONG_SUFFIX = "unable to parse quantity's suffix";
    static final String WRONG_NUMBER = "unable to parse numeric part of quantity";

    private static final String SUFFIX_LETTERS = "eEinumkKMGTP";
    private static final String DECIMAL_LETTERS = "numkMGTPE";
    private static final String BINARY_LETTERS = "KMGTPE";
    private static final int EXPONENT_BOUND = 4_096;
    private static final int DIGITS_BOUND = 4_096;
    private static final BigDecimal LARGEST_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);

    private QuantityParser() {}

    static ParsedQuantity parse(String text) {
        var length = text.length();
        var position = 0;
        var negative = false;
        if (position < length && isSign(text.charAt(position))) negative = text.charAt(position++) == '-';
        while (position < length && text.charAt(position) == '0') position++;
        var integerStart = position;
        position = afterDigits(text, position);
        var integerDigits = position - integerStart;
        var integer = text.substring(integerStart, position);
        var fraction = "";
        if (position < length && text.charAt(position) == '.') {
            var start = ++position;
            position = afterDigits(text, position);
            fraction = text.substring(start, position);
        }
        var suffixStart = position;
        while (position < length && SUFFIX_LETTERS.indexOf(text.charAt(position)) >= 0) position++;
        if (position < length && isSign(text.charAt(position))) position++;
        position = afterDigits(text, position);
        if (position < length || length == 0) return new ParsedQuantity.Malformed(WRONG_SHAPE);

        var suffix = suffix(text.substring(suffixStart));
        if (suffix == null) return new ParsedQuantity.Malformed(WRONG_SUFFIX);
        if (integerDigits + fraction.length() > DIGITS_BOUND) return new ParsedQuantity.Malformed(WRONG_NUMBER);
        var digits = integer + fraction;
        var magnitude = digits.isEmpty() ? BigInteger.ZERO : new BigInteger(digits);
        var number = suffix.applyTo(new BigDecimal(negative ? magnitude.negate() : magnitude, fraction.length()));
        var kept = suffix.keepsText(integer, fraction) ? text : null;
        return new ParsedQuantity.Parsed(suffix.quantity(number, kept));
    }

    private static int afterDigits(String text, int from) {
        var position = from;
        while (position < text.length() && text.charAt(position) >= '0' && text.charAt(position) <= '9') position++;
        return position;
    }

    private static boolean isSign(char c) {
        return c == '+' || c == '-';
    }

    private static @Nullable Suffix suffix(String text) {
        if (text.isEmpty()) return new Suffix(QuantityFormat.DECIMAL_SI, 0);
        if (text.length() == 1) {
            var index = DECIMAL_LETTERS.indexOf(text.charAt(0));
            if (index < 0) return null;
            var power = index < 3 ? index - 3 : index - 2;
            return new Suffix(QuantityFormat.DECIMAL_SI, 3 * power);
        }
        if (text.length() == 2 && text.charAt(1) == 'i') {
            var index = BINARY_LETTERS.indexOf(text.charAt(0));
            return index < 0 ? null : new Suffix(QuantityFormat.BINARY_SI, 10 * (index + 1));
        }
        if (text.charAt(0) != 'e' && text.charAt(0) != 'E') return null;
        return exponent(text.substring(1));
    }

    private static @Nullable Suffix exponent(String text) {
        var digits = isSign(text.charAt(0)) ? text.substring(1) : text;
        var significant = digits.replaceFirst("^0+(?=.)", "");
        var isNumber = !digits.isEmpty() && afterDigits(digits, 0) == digits.length();
        if (!isNumber || significant.length() > 4) return null;
        var exponent = Integer.parseInt(significant);
        if (exponent > EXPONENT_BOUND) return null;
        return new Suffix(QuantityFormat.DECIMAL_EXPONENT, text.charAt(0) == '-' ? -exponent : exponent);
    }

    /** A suffix's meaning: a power of ten, or of two for {@link QuantityFormat#BINARY_SI}. */
    private record Suffix(QuantityFormat format, int exponent) {
        BigDecimal applyTo(BigDecimal number) {
            if (format != QuantityFormat.BINARY_SI) return number.scaleByPowerOfTen(exponent);
            return number.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(exponent)));
        }

        Quantity quantity(BigDecimal number, @Nullable String text) {
            if (format != QuantityFormat.BINARY_SI) return Quantity.of(number, format, text);
            if (number.abs().compareTo(LARGEST_BINARY) > 0) {
                var capped = number.signum() < 0 ? LARGEST_BINARY.negate() : LARGEST_BINARY;
                return Quantity.of(capped, format, text);
            }
            var quantity = Quantity.of(number, format, text);
            // Asked after rounding: what is rounded up to 1 is no longer below it.
            var belowOne = !quantity.isZero() && quantity.toBigDecimal().abs().compareTo(BigDecimal.ONE) < 0;
            return belowOne ? Quantity.of(number, QuantityFormat.DECIMAL_SI, text) : quantity;
        }

        /**
         * Whether the API returns the text as typed. It does so for numbers it can hold in 64 bits without touching the
         * digits, unless the canonical form differs in a way that it notices cheaply.
         */
        boolean keepsText(String integer, String fraction) {
            if (integer.isEmpty()) return false;
            if (format == QuantityFormat.BINARY_SI) {
                var digitsAllowed = switch (exponent) {
                    case 10 -> 11;
                    case 20 -> 8;
                    case 30 -> 5;
                    case 40 -> 2;
                    default -> 0;
                };
                return fraction.isEmpty() && integer.length() <= digitsAllowed && Long.parseLong(integer) % 8 != 0;
            }
            var smallest = exponent - fraction.length();
            return integer.length() + fraction.length() <= 18
                    && smallest >= -9
                    && smallest % 3 == 0
                    && !(integer + fraction).endsWith("000");
        }
    }
}
