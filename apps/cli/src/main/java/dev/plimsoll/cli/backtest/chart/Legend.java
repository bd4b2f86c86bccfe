package dev.plimsoll.cli.backtest.chart;

/** What the lines of a chart are. */
final class Legend {
    private static final double SAMPLE = 26;
    private static final double LETTER = 6.6;
    private static final double SPACE = 26;

    private final Svg svg;
    private final double y;
    private double x;

    private Legend(Svg svg, double x, double y) {
        this.svg = svg;
        this.x = x;
        this.y = y;
    }

    static void draw(Svg svg, double x, double y, boolean hasManifest) {
        var legend = new Legend(svg, x, y);
        svg.rectangle("used", legend.x, y - 9, SAMPLE, 10);
        legend.named("used (average)");
        legend.line("peak", "used (peak)");
        legend.line("request", "requested");
        legend.line("limit", "limit");
        if (hasManifest) legend.line("manifest", "requested by the manifest");
        svg.rectangle("throttled", legend.x, y - 7, SAMPLE, 6);
        legend.named("throttled");
        svg.cross("kill", legend.x + SAMPLE / 2, y - 4, 4, "killed for memory");
        legend.named("killed for memory");
    }

    private void line(String style, String name) {
        svg.line(style, x, y - 4, x + SAMPLE, y - 4);
        named(name);
    }

    private void named(String name) {
        svg.words("faint", "start", x + SAMPLE + 6, y, name);
        x += SAMPLE + 6 + name.length() * LETTER + SPACE;
    }
}
