package dev.plimsoll.cli.backtest.chart;

import dev.plimsoll.core.estimation.Compute;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The axis of one resource: round numbers from nothing to a little above the largest value.
 *
 * @param top the value at the upper end
 */
record Axis(double top, List<Mark> marks) {
    private static final double[] DECIMAL = {1, 2, 2.5, 5, 10};
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final int MARKS = 5;

    record Mark(double value, String label) {}

    static Axis of(Compute compute, double largest) {
        return compute == Compute.CPU ? cores(Math.max(largest, 0.01)) : bytes(Math.max(largest, 1024));
    }

    private static Axis cores(double largest) {
        var size = Math.pow(10, Math.floor(Math.log10(largest / MARKS)));
        var step = size * first(DECIMAL, largest / MARKS / size);
        return marks(
                largest,
                step,
                value -> value == 0 ? "0" : step < 1 && largest < 1 ? number(value * 1000) + "m" : number(value));
    }

    private static Axis bytes(double largest) {
        var step = Math.pow(2, Math.ceil(Math.log(largest / MARKS) / Math.log(2)));
        var power = (int) Math.clamp(Math.log(largest) / Math.log(1024), 0, UNITS.length - 1);
        var unit = Math.pow(1024, power);
        var label = UNITS[power];
        return marks(largest, step, value -> value == 0 ? "0" : number(value / unit) + " " + label);
    }

    private static double first(double[] candidates, double atLeast) {
        for (var candidate : candidates) {
            if (candidate >= atLeast) return candidate;
        }
        return candidates[candidates.length - 1];
    }

    private interface Label {
        String of(double value);
    }

    private static Axis marks(double largest, double step, Label label) {
        var count = (int) Math.ceil(largest * 1.02 / step);
        var marks = new ArrayList<Mark>();
        for (var i = 0; i <= count; i++) marks.add(new Mark(i * step, label.of(i * step)));
        return new Axis(count * step, marks);
    }

    private static String number(double value) {
        var text = String.format(Locale.ROOT, "%.3f", value);
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }
}
