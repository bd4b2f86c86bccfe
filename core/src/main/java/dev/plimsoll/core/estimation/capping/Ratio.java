package dev.plimsoll.core.estimation.capping;

import java.math.BigInteger;

/** {@code units * numerator / denominator} without overflow on the way; a result beyond 64 bits gives the largest long. */
public final class Ratio {
    private Ratio() {}

    public static long floor(long units, long numerator, long denominator) {
        if (Math.multiplyHigh(units, numerator) == 0 && units * numerator >= 0) return units * numerator / denominator;
        return saturated(product(units, numerator).divide(BigInteger.valueOf(denominator)));
    }

    public static long ceiling(long units, long numerator, long denominator) {
        if (Math.multiplyHigh(units, numerator) == 0 && units * numerator >= 0) {
            return Math.ceilDiv(units * numerator, denominator);
        }
        var parts = product(units, numerator).divideAndRemainder(BigInteger.valueOf(denominator));
        return saturated(parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE));
    }

    private static BigInteger product(long units, long numerator) {
        return BigInteger.valueOf(units).multiply(BigInteger.valueOf(numerator));
    }

    private static long saturated(BigInteger result) {
        return result.bitLength() < Long.SIZE ? result.longValue() : Long.MAX_VALUE;
    }
}
