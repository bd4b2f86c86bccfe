package dev.plimsoll.benchmarks.figures;

/**
 * One measured value.
 *
 * @param what the row, unique within its benchmark: {@code create, 64 clients}
 * @param unit {@code /s}, {@code ms}, {@code µs}, {@code s}, {@code MB}, ...
 */
public record Figure(String what, double value, String unit) {
    public Figure {
        if (!Double.isFinite(value) || value < 0)
            throw new IllegalArgumentException(what + ": " + value + " is no figure");
    }

    /** Rates are better when they are higher, all else (times, memory) when it is lower. */
    static boolean isRate(String unit) {
        return unit.equals("/s");
    }

    /** Whether the speed of the machine has a part in it; of memory it has none. */
    static boolean isSpeed(String unit) {
        return !unit.endsWith("B");
    }
}
