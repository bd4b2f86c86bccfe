package dev.plimsoll.core.quantity;

import java.math.BigInteger;

/**
 * Prints a quantity in the one form that Kubernetes gives its number and format.
 *
 * <p>Decimal forms are an integer times a power of ten whose exponent is a multiple of three; binary forms are an integer
 * times a power of 1024, and fall back to decimal where the number is below 1024 or not whole. No fraction is printed.
 */
final class CanonicalText {
    private static final String[] BINARY = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    private static final String[] DECIMAL = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
    private static final int NANO = -9;
    private static final int EXA = 18;

    private CanonicalText() {}

    static String of(Quantity quantity) {
        if (quantity.isZero()) return "0";
        if (quantity.format() == QuantityFormat.BINARY_SI && quantity.isInteger()) {
            var units = quantity.toBigDecimal().toBigIntegerExact();
            if (units.abs().bitLength() > 10) return binary(units);
        }
        return decimal(quantity);
    }

    private static String binary(BigInteger units) {
        var power = Math.min(units.getLowestSetBit() / 10, BINARY.length - 1);
        // Never below 1: 1024 units print as 1Ki, not as a fraction of a Mi.
        return units.shiftRight(10 * power) + BINARY[power];
    }

    private static String decimal(Quantity quantity) {
        var shortest = quantity.toBigDecimal().stripTrailingZeros();
        var exponent = Math.floorDiv(-shortest.scale(), 3) * 3;
        if (quantity.format() != QuantityFormat.DECIMAL_EXPONENT) exponent = Math.min(exponent, EXA);
        var integer = shortest.setScale(-exponent).unscaledValue();
        if (quantity.format() == QuantityFormat.DECIMAL_EXPONENT) {
            return exponent == 0 ? integer.toString() : integer + "e" + exponent;
        }
        return integer + DECIMAL[(exponent - NANO) / 3];
    }
}
