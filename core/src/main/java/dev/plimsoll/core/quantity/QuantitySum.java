package dev.plimsoll.core.quantity;

import org.jspecify.annotations.Nullable;

/**
 * A running sum that allocates nothing until it is read, and returns the very quantity where only one was added.
 *
 * <p>For inner loops that add a few containers' entries; not for sharing between threads.
 */
public final class QuantitySum {
    private static final long[] THOUSANDS = {1L, 1_000L, 1_000_000L, 1_000_000_000L};

    private @Nullable Quantity only;
    private @Nullable Quantity wide;
    private int count;
    private long unscaled;
    private int fraction;
    private QuantityFormat format = QuantityFormat.DECIMAL_SI;

    public void clear() {
        only = null;
        wide = null;
        count = 0;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public void add(Quantity quantity) {
        count++;
        if (count == 1) {
            only = quantity;
            if (!quantity.fitsLong()) {
                wide = quantity;
                return;
            }
            unscaled = quantity.unscaled();
            fraction = quantity.fraction();
            format = quantity.format();
            return;
        }
        if (wide != null || !addFits(quantity)) wide = soFar().plus(quantity);
        only = null;
    }

    private boolean addFits(Quantity quantity) {
        if (!quantity.fitsLong()) return false;
        if (fraction == quantity.fraction()) return addUnscaled(unscaled, quantity.unscaled(), quantity);
        var digits = Math.max(fraction, quantity.fraction());
        var factor = THOUSANDS[(digits - fraction) / 3];
        var otherFactor = THOUSANDS[(digits - quantity.fraction()) / 3];
        var left = unscaled * factor;
        var right = quantity.unscaled() * otherFactor;
        if (Math.multiplyHigh(unscaled, factor) != left >> 63) return false;
        if (Math.multiplyHigh(quantity.unscaled(), otherFactor) != right >> 63) return false;
        if (!addUnscaled(left, right, quantity)) return false;
        fraction = digits;
        return true;
    }

    private boolean addUnscaled(long left, long right, Quantity added) {
        var sum = left + right;
        if (((left ^ sum) & (right ^ sum)) < 0) return false;
        if (left == 0) format = added.format();
        unscaled = sum;
        return true;
    }

    private Quantity soFar() {
        if (wide != null) return wide;
        return only != null ? only : Quantity.ofUnscaled(unscaled, fraction, format);
    }

    /** The sum of what was added since the last {@link #clear()}; zero if nothing was. */
    public Quantity toQuantity() {
        return count == 0 ? Quantity.ZERO : soFar();
    }
}
