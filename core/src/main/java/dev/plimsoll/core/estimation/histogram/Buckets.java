package dev.plimsoll.core.estimation.histogram;

/**
 * Buckets whose widths grow by a twentieth from each to the next, so that a value is known to five per cent at any size.
 *
 * <p>The bucket of a value is computed by logarithm and not by a search over the bounds: both agree but for the last digit at
 * the edges, and the checkpoints of others were written by the logarithm.
 */
public final class Buckets {
    private static final double RATIO = 1.05;

    /** Cores, from a hundredth to a thousand. */
    public static final Buckets CPU = new Buckets(1000, 0.01);
    /** Bytes, from ten million to a trillion. */
    public static final Buckets MEMORY = new Buckets(1e12, 1e7);

    private final double width;
    private final double logRatio = Math.log(RATIO);
    private final double[] starts;

    Buckets(double largest, double firstWidth) {
        this.width = firstWidth;
        var count = (int) Math.ceil(Math.log(largest * (RATIO - 1) / firstWidth + 1) / logRatio) + 1;
        this.starts = new double[count];
        for (var i = 1; i < count; i++) starts[i] = firstWidth * (power(i) - 1) / (RATIO - 1);
    }

    /** By squaring, as the checkpoints of others were made: the library rounds otherwise, and whole numbers show it. */
    private static double power(int exponent) {
        var result = 1.0;
        var square = RATIO;
        for (var left = exponent; left > 0; left >>= 1) {
            if ((left & 1) == 1) result *= square;
            square *= square;
        }
        return result;
    }

    public int count() {
        return starts.length;
    }

    /** The smallest value of a bucket. */
    public double start(int bucket) {
        return starts[bucket];
    }

    /** The value that a bucket stands for: its upper edge, or the lower one of the last, which has no upper. */
    double edge(int bucket) {
        return starts[Math.min(bucket + 1, starts.length - 1)];
    }

    public int find(double value) {
        if (value < width) return 0;
        return Math.min((int) (Math.log(value * (RATIO - 1) / width + 1) / logRatio), starts.length - 1);
    }
}
