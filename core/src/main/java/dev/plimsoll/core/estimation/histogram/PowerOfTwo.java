package dev.plimsoll.core.estimation.histogram;

/**
 * 2^x to the last bit as Go's {@code math.Exp2} gives it.
 *
 * <p>{@link Math#pow} is right within one unit in the last place, and so is Go; but they are not off in the same places. Samples of memory are whole
 * half-lives apart, so that weights of buckets are often halves of each other, and half a unit of a stored weight is rounded up or down by that
 * last bit.
 *
 * <p>Steps: x = k + t with k whole and |t| at most a half; 2^t = e^r with r = t ln 2, where ln 2 is held in two parts so that r does not lose digits; e^r by the
 * rational approximation of fdlibm, whose five coefficients are those of {@link StrictMath#exp} too; then k is added to the exponent.
 */
final class PowerOfTwo {
    private static final double LN2_HIGH = 0x1.62e42fee00000p-1;
    private static final double LN2_LOW = 0x1.a39ef35793c76p-33;

    private static final double P1 = 0x1.5555555555555p-3;
    private static final double P2 = -0x1.6c16c16bebd93p-9;
    private static final double P3 = 0x1.1566aaf25de2cp-14;
    private static final double P4 = -0x1.bbd41c5d26bf1p-20;
    private static final double P5 = 0x1.6376972bea4d0p-25;

    private static final double TOO_LARGE = 1023.9999999999999;
    private static final double TOO_SMALL = -1074;

    private PowerOfTwo() {}

    static double of(double x) {
        if (Double.isNaN(x)) return x;
        if (x > TOO_LARGE) return Double.POSITIVE_INFINITY;
        if (x < TOO_SMALL) return 0;
        // Halves go away from zero.
        var whole = (int) (x + Math.copySign(0.5, x));
        var part = x - whole;
        var high = part * LN2_HIGH;
        var low = -part * LN2_LOW;
        return Math.scalb(powerOfE(high, low), whole);
    }

    /** e^(high - low). */
    private static double powerOfE(double high, double low) {
        var r = high - low;
        var square = r * r;
        var c = r - square * (P1 + square * (P2 + square * (P3 + square * (P4 + square * P5))));
        return 1 - ((low - (r * c) / (2 - c)) - high);
    }
}
