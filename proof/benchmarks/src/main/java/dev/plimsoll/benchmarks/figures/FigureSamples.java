package dev.plimsoll.benchmarks.figures;

import java.util.Arrays;

/**
 * What was measured of one row, several times.
 *
 * @param low the lowest sample
 * @param high the highest
 */
record FigureSamples(double median, double low, double high, int count, String unit) {
    static FigureSamples of(double[] values, String unit) {
        if (values.length == 0) throw new IllegalArgumentException("no sample");
        var sorted = values.clone();
        Arrays.sort(sorted);
        var middle = sorted.length / 2;
        var median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new FigureSamples(median, sorted[0], sorted[sorted.length - 1], sorted.length, unit);
    }

    /** How far samples lie from the middle, as a share of it: half of what lies between the lowest and the highest. */
    double spread() {
        return median == 0 ? 0 : (high - low) / 2 / median;
    }
}
