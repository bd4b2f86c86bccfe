package dev.plimsoll.conformance;

import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/**
 * The 64-bit integer that Kubernetes reports for a quantity, beyond 64 bits included.
 *
 * <p>{@link Quantity#value()} answers with the nearest long there; Kubernetes answers with what its arithmetic leaves over. The
 * recordings hold the latter, so this class derives it from our exact number: the low 64 bits where Kubernetes holds the number
 * in arbitrary precision or multiplies in one step, zero where it multiplies by tens and notices. Inside 64 bits the two must
 * agree, and the replay compares {@link Quantity#value()} itself.
 */
final class GoInteger {
    private static final Pattern PARTS =
            Pattern.compile("[+-]?0*(?<integer>[0-9]*)(?:\\.(?<fraction>[0-9]*))?(?<suffix>.*)");

    private static final BigDecimal LARGEST_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final int NOT_NARROW = Integer.MIN_VALUE;
    private static final long[] POWER_OF_TEN = {
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
    };

    private GoInteger() {}

    static long value(String text, Quantity quantity) {
        return of(text, quantity, 0, quantity.value());
    }

    static long milliValue(String text, Quantity quantity) {
        return of(text, quantity, 3, quantity.milliValue());
    }

    private static long of(String text, Quantity quantity, int digits, long own) {
        var exact = quantity.toBigDecimal();
        var narrow = narrowScale(text, quantity);
        // A capped binary number is held without decimals.
        if (exact.abs().compareTo(LARGEST_BINARY) == 0)
            return exact.setScale(digits).unscaledValue().longValue();
        if (narrow == NOT_NARROW) return ofWide(exact.setScale(9).unscaledValue(), POWER_OF_TEN[9 - digits]);
        var integer = exact.setScale(digits, RoundingMode.UP).unscaledValue();
        if (integer.bitLength() < Long.SIZE) return own;
        var factor = narrow + digits;
        var oneStep = factor <= 3 || factor == 6 || factor == 9;
        return oneStep ? integer.longValue() : 0;
    }

    /** The power of ten beside a 64-bit mantissa, where Kubernetes holds the text so. */
    private static int narrowScale(String text, Quantity quantity) {
        var parts = PARTS.matcher(text);
        if (!parts.matches()) return NOT_NARROW;
        var integer = parts.group("integer");
        var fraction = parts.group("fraction") == null ? "" : parts.group("fraction");
        var suffix = parts.group("suffix");
        if (suffix.endsWith("i")) {
            var allowed = switch (suffix) {
                case "Ki" -> 11;
                case "Mi" -> 8;
                case "Gi" -> 5;
                case "Ti" -> 2;
                default -> -1;
            };
            return fraction.isEmpty() && integer.length() <= allowed ? 0 : NOT_NARROW;
        }
        var scale = exponent(suffix, quantity.format()) - fraction.length();
        return integer.length() + fraction.length() <= 18 && scale >= -9 ? scale : NOT_NARROW;
    }

    private static int exponent(String suffix, QuantityFormat format) {
        if (format == QuantityFormat.DECIMAL_EXPONENT) return Integer.parseInt(suffix.substring(1));
        return suffix.isEmpty() ? 0 : 3 * ("num kMGTPE".indexOf(suffix) - 3);
    }

    /** Billionths in arbitrary precision; below 2^63, which every negative number is, Kubernetes divides their low 64 bits. */
    private static long ofWide(BigInteger nano, long divisor) {
        if (nano.bitLength() < Long.SIZE || nano.signum() < 0) {
            var low = nano.longValue();
            return low / divisor + (low % divisor == 0 ? 0 : 1);
        }
        var parts = nano.divideAndRemainder(BigInteger.valueOf(divisor));
        return parts[0].add(parts[1].signum() == 0 ? BigInteger.ZERO : BigInteger.ONE)
                .longValue();
    }
}
