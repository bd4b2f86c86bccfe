package dev.plimsoll.core.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An exact decimal number with the format it is printed in: {@code 500m}, {@code 1Gi}, {@code 12e6}.
 *
 * <p>Goals: exact at any size, and no allocation beyond the result for the sizes that pods use.
 *
 * <p>Representation: {@code unscaled / 10^fraction} with the smallest fraction of 0, 3 or 9 digits that holds the number, so
 * each number has one form; {@code wide} instead where 64 bits do not suffice. Nothing is more precise than 10^-9.
 *
 * <p>Equality, hash and order look at the number alone: {@code 1000m} equals {@code 1}, as everywhere in Kubernetes.
 */
public final class Quantity implements Comparable<Quantity> {
    private static final long[] POWER_OF_TEN = {
        1L, 10L, 100L, 1_000L, 10_000L, 100_000L, 1_000_000L, 10_000_000L, 100_000_000L, 1_000_000_000L
    };

    public static final Quantity ZERO = new Quantity(0, 0, QuantityFormat.DECIMAL_SI, null, null);

    private final long unscaled;
    private final byte fraction;
    private final QuantityFormat format;
    private final @Nullable BigDecimal wide;
    /** The text as typed, where Kubernetes returns it instead of the canonical one. */
    private final @Nullable String text;

    private Quantity(
            long unscaled, int fraction, QuantityFormat format, @Nullable BigDecimal wide, @Nullable String text) {
        this.unscaled = unscaled;
        this.fraction = (byte) fraction;
        this.format = format;
        this.wide = wide;
        this.text = text;
    }

    /** Reads {@code text}; bad text is an answer, not an exception. */
    public static ParsedQuantity parse(String text) {
        return QuantityParser.parse(text);
    }

    /** Reads text that is known to be good, such as a literal. */
    public static Quantity of(String text) {
        return switch (parse(text)) {
            case ParsedQuantity.Parsed(var quantity) -> quantity;
            case ParsedQuantity.Malformed(var reason) ->
                throw new IllegalArgumentException("not a quantity: \"" + text + "\": " + reason);
        };
    }

    /** A whole number of units. */
    public static Quantity of(long units, QuantityFormat format) {
        return new Quantity(units, 0, format, null, null);
    }

    /** Thousandths, the unit of CPU arithmetic. */
    public static Quantity ofMilli(long milli) {
        return ofUnscaled(milli, 3, QuantityFormat.DECIMAL_SI);
    }

    /** Any decimal number; digits below 10^-9 are rounded up, away from zero. */
    public static Quantity of(BigDecimal number, QuantityFormat format) {
        return of(number, format, null);
    }

    static Quantity of(BigDecimal number, QuantityFormat format, @Nullable String text) {
        var exact = roundedToNano(number);
        var digits = fractionDigits(exact);
        var integer = exact.setScale(digits, RoundingMode.UNNECESSARY).unscaledValue();
        if (integer.bitLength() < Long.SIZE) return new Quantity(integer.longValue(), digits, format, null, text);
        return new Quantity(0, 0, format, exact, text);
    }

    private static BigDecimal roundedToNano(BigDecimal number) {
        if (number.signum() == 0) return BigDecimal.ZERO;
        // The magnitude is below 10^-9: answered at once, because scaling 1e-999999 would build a million digits.
        if ((long) number.precision() - number.scale() < -9) return BigDecimal.valueOf(number.signum(), 9);
        return number.scale() > 9 ? number.setScale(9, RoundingMode.UP) : number;
    }

    private static int fractionDigits(BigDecimal exact) {
        var needed = exact.stripTrailingZeros().scale();
        return needed <= 0 ? 0 : needed <= 3 ? 3 : 9;
    }

    /** {@code unscaled / 10^fraction} with fraction 0, 3 or 9, brought to its one form. */
    static Quantity ofUnscaled(long unscaled, int fraction, QuantityFormat format) {
        var value = unscaled;
        var digits = fraction;
        if (digits == 9 && value % 1_000_000 == 0) {
            value /= 1_000_000;
            digits = 3;
        }
        if (digits == 3 && value % 1_000 == 0) {
            value /= 1_000;
            digits = 0;
        }
        return new Quantity(value, digits, format, null, null);
    }

    public QuantityFormat format() {
        return format;
    }

    public int sign() {
        return wide == null ? Long.signum(unscaled) : wide.signum();
    }

    public boolean isZero() {
        return sign() == 0;
    }

    public boolean isInteger() {
        return wide == null ? fraction == 0 : wide.stripTrailingZeros().scale() <= 0;
    }

    boolean fitsLong() {
        return wide == null;
    }

    long unscaled() {
        return unscaled;
    }

    int fraction() {
        return fraction;
    }

    public BigDecimal toBigDecimal() {
        return wide == null ? BigDecimal.valueOf(unscaled, fraction) : wide;
    }

    /** Whole units, rounded away from zero; a number beyond 64 bits gives the nearest long. */
    public long value() {
        if (wide == null && fraction == 0) return unscaled;
        return scaledLong(0);
    }

    /** Thousandths, rounded away from zero; a number beyond 64 bits gives the nearest long. */
    public long milliValue() {
        if (wide == null && fraction == 3) return unscaled;
        return scaledLong(3);
    }

    private long scaledLong(int digits) {
        if (wide != null)
            return saturated(wide.setScale(digits, RoundingMode.UP).unscaledValue());
        if (digits < fraction) return divideAwayFromZero(unscaled, POWER_OF_TEN[fraction - digits]);
        var factor = POWER_OF_TEN[digits - fraction];
        var product = unscaled * factor;
        if (Math.multiplyHigh(unscaled, factor) == product >> 63) return product;
        return unscaled < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private static long divideAwayFromZero(long dividend, long divisor) {
        var quotient = dividend / divisor;
        return quotient * divisor == dividend ? quotient : quotient + Long.signum(dividend);
    }

    private static long saturated(BigInteger integer) {
        if (integer.bitLength() < Long.SIZE) return integer.longValue();
        return integer.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** Rounds up, away from zero, to thousandths: what the API does to every entry of a resource list. */
    public Quantity roundedUpToMilli() {
        if (wide == null && fraction <= 3) return this;
        if (wide != null && wide.scale() <= 3) return this;
        if (wide == null) return ofUnscaled(divideAwayFromZero(unscaled, 1_000_000), 3, format);
        return of(wide.setScale(3, RoundingMode.UP), format);
    }

    /** The exact sum. It keeps this quantity's format, unless this is zero. */
    public Quantity plus(Quantity other) {
        var tag = isZero() ? other.format : format;
        if (wide == null && other.wide == null) {
            var digits = Math.max(fraction, other.fraction);
            var left = rescaled(digits);
            var right = other.rescaled(digits);
            var sum = left + right;
            var exact = fitsRescaled(digits) && other.fitsRescaled(digits);
            if (exact && ((left ^ sum) & (right ^ sum)) >= 0) return ofUnscaled(sum, digits, tag);
        }
        return of(toBigDecimal().add(other.toBigDecimal()), tag);
    }

    private long rescaled(int digits) {
        return unscaled * POWER_OF_TEN[digits - fraction];
    }

    private boolean fitsRescaled(int digits) {
        var factor = POWER_OF_TEN[digits - fraction];
        return Math.multiplyHigh(unscaled, factor) == (unscaled * factor) >> 63;
    }

    /** The exact difference. It keeps this quantity's format, unless this is zero. */
    public Quantity minus(Quantity other) {
        return plus(other.negated());
    }

    public Quantity negated() {
        if (wide != null || unscaled == Long.MIN_VALUE) return of(toBigDecimal().negate(), format);
        return new Quantity(-unscaled, fraction, format, null, null);
    }

    public Quantity times(long factor) {
        return of(toBigDecimal().multiply(BigDecimal.valueOf(factor)), format);
    }

    /** The larger of the two; this one if they are equal. */
    public Quantity max(Quantity other) {
        return compareTo(other) >= 0 ? this : other;
    }

    @Override
    public int compareTo(Quantity other) {
        if (wide != null || other.wide != null) return toBigDecimal().compareTo(other.toBigDecimal());
        if (fraction == other.fraction) return Long.compare(unscaled, other.unscaled);
        if (isSmall(unscaled) && isSmall(other.unscaled)) {
            var digits = Math.max(fraction, other.fraction);
            return Long.compare(rescaled(digits), other.rescaled(digits));
        }
        var power = POWER_OF_TEN[fraction];
        var otherPower = POWER_OF_TEN[other.fraction];
        var units = Long.compare(Math.floorDiv(unscaled, power), Math.floorDiv(other.unscaled, otherPower));
        if (units != 0) return units;
        return Long.compare(
                Math.floorMod(unscaled, power) * POWER_OF_TEN[9 - fraction],
                Math.floorMod(other.unscaled, otherPower) * POWER_OF_TEN[9 - other.fraction]);
    }

    /** Whether it stays within 64 bits when nine decimals are added. */
    private static boolean isSmall(long unscaled) {
        return unscaled < 1L << 33 && unscaled > -(1L << 33);
    }

    public boolean isGreaterThan(Quantity other) {
        return compareTo(other) > 0;
    }

    public boolean isLessThan(Quantity other) {
        return compareTo(other) < 0;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Quantity quantity && compareTo(quantity) == 0;
    }

    @Override
    public int hashCode() {
        return wide == null ? Long.hashCode(unscaled) * 31 + fraction : Objects.hash(wide.stripTrailingZeros());
    }

    /** The text that the API returns: the typed one where Kubernetes keeps it, else the canonical one. */
    @Override
    public String toString() {
        return text != null ? text : CanonicalText.of(this);
    }
}
