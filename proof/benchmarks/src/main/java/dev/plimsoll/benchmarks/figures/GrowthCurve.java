package dev.plimsoll.benchmarks.figures;

import java.util.List;

/**
 * What a benchmark measured at growing sizes.
 *
 * @param of what there is more and more of
 * @param points by size, the smallest first
 */
record GrowthCurve(String title, String of, String unit, List<Point> points) {
    /** A size, and the time or memory that was measured. */
    record Point(int size, double value) {}

    GrowthCurve {
        points = List.copyOf(points);
        if (points.size() < 2 || points.stream().anyMatch(point -> point.value() <= 0))
            throw new IllegalArgumentException(title + ": no curve goes through " + points);
    }

    /** The power of the size with which it grows from the last size but one to the largest: 1 where ten times as much takes ten times as long. */
    double exponent() {
        return exponent(points.get(points.size() - 2), points.getLast());
    }

    /** The same from the smallest size to the largest. */
    double overall() {
        return exponent(points.getFirst(), points.getLast());
    }

    private static double exponent(Point from, Point to) {
        return Math.log(to.value() / from.value()) / Math.log((double) to.size() / from.size());
    }

    /** The exponent that n log n has between the two largest sizes; what is above it wants a reason. */
    double mostExpected() {
        var from = points.get(points.size() - 2).size();
        var to = points.getLast().size();
        return Math.log(to * Math.log(to) / (from * Math.log(from))) / Math.log((double) to / from);
    }

    boolean isSteep() {
        return exponent() > mostExpected();
    }
}
