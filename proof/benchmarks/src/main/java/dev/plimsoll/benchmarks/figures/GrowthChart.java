package dev.plimsoll.benchmarks.figures;

import java.util.List;
import java.util.Locale;

/** Growth curves as one drawing: a small chart for each, both axes logarithmic, with a line of exponent 1 beside it. */
final class GrowthChart {
    private static final int COLUMNS = 3;
    private static final int WIDTH = 300;
    private static final int HEIGHT = 200;
    private static final int LEFT = 30;
    private static final int RIGHT = 50;
    private static final int TOP = 56;
    private static final int BOTTOM = 30;
    private static final String STYLE = """
            <style>
            rect { fill: #f6f8fa; stroke: #d0d7de }
            text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1f2328; text-anchor: middle }
            .title { font-weight: 600; text-anchor: start } .faint { fill: #656d76; text-anchor: start } .steep { fill: #cf222e }
            .curve { fill: none; stroke: #0969da; stroke-width: 2 } .linear { fill: none; stroke: #afb8c1; stroke-dasharray: 4 4 }
            circle { fill: #0969da }
            @media (prefers-color-scheme: dark) {
            rect { fill: #151b23; stroke: #3d444d } text { fill: #f0f6fc } .faint { fill: #9198a1 } .steep { fill: #f85149 }
            .curve { stroke: #4493f8 } .linear { stroke: #656c76 } circle { fill: #4493f8 }
            }
            </style>
            """;

    private GrowthChart() {}

    static String of(List<GrowthCurve> curves) {
        var rows = (curves.size() + COLUMNS - 1) / COLUMNS;
        var text = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\" height=\"%2$d\">%n",
                WIDTH * COLUMNS,
                HEIGHT * rows));
        text.append(STYLE);
        for (var i = 0; i < curves.size(); i++) {
            text.append(String.format(
                    Locale.ROOT, "<g transform=\"translate(%d %d)\">%n", i % COLUMNS * WIDTH, i / COLUMNS * HEIGHT));
            chart(curves.get(i), text);
            text.append("</g>\n");
        }
        return text.append("</svg>\n").toString();
    }

    private static void chart(GrowthCurve curve, StringBuilder text) {
        var first = curve.points().getFirst();
        var last = curve.points().getLast();
        var steps = Math.log10((double) last.size() / first.size());
        // As many powers of ten upwards as to the right, or more where it grows faster: exponent 1 is a diagonal in
        // most charts.
        var low = curve.points().stream()
                .mapToDouble(GrowthCurve.Point::value)
                .min()
                .orElseThrow();
        var high = curve.points().stream()
                .mapToDouble(GrowthCurve.Point::value)
                .max()
                .orElseThrow();
        var height = Math.max(steps, Math.log10(high / low));
        var plot = new Plot(first.size(), steps, low, height);
        text.append(String.format(
                Locale.ROOT,
                "<rect x=\"4.5\" y=\"4.5\" width=\"%d\" height=\"%d\" rx=\"4\"/>%n",
                WIDTH - 9,
                HEIGHT - 9));
        text.append(String.format(
                Locale.ROOT,
                "<text class=\"title\" x=\"14\" y=\"24\">%s</text>%n",
                FigureMarkup.escaped(curve.title())));
        text.append(String.format(
                Locale.ROOT,
                "<text class=\"faint%s\" x=\"14\" y=\"41\">exponent %.2f, %.2f at the end</text>%n",
                curve.isSteep() ? " steep" : "",
                curve.overall(),
                curve.exponent()));
        text.append(String.format(
                Locale.ROOT,
                "<path class=\"linear\" d=\"M%.1f %.1fL%.1f %.1f\"/>%n",
                plot.x(first.size()),
                plot.y(low),
                plot.x(first.size() * Math.pow(10, Math.min(steps, height))),
                plot.y(low * Math.pow(10, Math.min(steps, height)))));
        var path = new StringBuilder();
        for (var point : curve.points())
            path.append(String.format(
                    Locale.ROOT,
                    "%s%.1f %.1f",
                    path.isEmpty() ? "M" : "L",
                    plot.x(point.size()),
                    plot.y(point.value())));
        text.append("<path class=\"curve\" d=\"").append(path).append("\"/>\n");
        for (var point : curve.points()) {
            var x = plot.x(point.size());
            text.append(String.format(
                    Locale.ROOT,
                    "<circle cx=\"%1$.1f\" cy=\"%2$.1f\" r=\"3\"/><text x=\"%1$.1f\" y=\"%3$.1f\">%4$s</text>"
                            + "<text x=\"%1$.1f\" y=\"%5$d\">%6$s</text>%n",
                    x,
                    plot.y(point.value()),
                    plot.y(point.value()) - 8,
                    FigureMarkup.escaped(FigureMarkup.number(point.value()) + " " + curve.unit()),
                    HEIGHT - 14,
                    FigureMarkup.escaped(size(point, curve))));
        }
    }

    private static String size(GrowthCurve.Point point, GrowthCurve curve) {
        var text = String.format(Locale.ROOT, "%,d", point.size());
        return point.equals(curve.points().get(1)) ? text + " " + curve.of() : text;
    }

    /** Where values are in a chart. */
    private record Plot(double firstSize, double steps, double low, double height) {
        double x(double size) {
            return LEFT + Math.log10(size / firstSize) / steps * (WIDTH - LEFT - RIGHT);
        }

        double y(double value) {
            return HEIGHT - BOTTOM - Math.log10(value / low) / height * (HEIGHT - TOP - BOTTOM) - 6;
        }
    }
}
