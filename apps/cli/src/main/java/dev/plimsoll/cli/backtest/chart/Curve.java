package dev.plimsoll.cli.backtest.chart;

import java.util.ArrayList;
import java.util.List;

/** Values of even steps as the commands of an SVG path. */
final class Curve {
    private final List<Double> values = new ArrayList<>();
    private final double left;
    private final double step;

    /** With the place of the first step, and how wide one is. */
    Curve(double left, double step) {
        this.left = left;
        this.step = step;
    }

    interface Height {
        /** The place of a value; smaller is higher. */
        double of(double value);
    }

    void add(double value) {
        values.add(value);
    }

    /** A line in steps; where there is no value, there is no line. */
    String steps(Height height) {
        var commands = new StringBuilder();
        var previous = Double.NaN;
        for (var i = 0; i < values.size(); i++) {
            var value = values.get(i);
            if (value <= 0) {
                previous = Double.NaN;
                continue;
            }
            var y = height.of(value);
            if (Double.isNaN(previous))
                commands.append('M').append(Svg.number(x(i))).append(' ').append(Svg.number(y));
            else if (y != previous) commands.append('V').append(Svg.number(y));
            commands.append('H').append(Svg.number(x(i + 1)));
            previous = y;
        }
        return commands.toString();
    }

    /** The area under the values. */
    String area(Height height) {
        if (values.isEmpty()) return "";
        var commands = new StringBuilder("M" + Svg.number(left) + " " + Svg.number(height.of(0)));
        for (var i = 0; i < values.size(); i++) {
            commands.append('V').append(Svg.number(height.of(values.get(i))));
            commands.append('H').append(Svg.number(x(i + 1)));
        }
        return commands.append('V').append(Svg.number(height.of(0))).append('Z').toString();
    }

    private double x(int index) {
        return left + index * step;
    }
}
