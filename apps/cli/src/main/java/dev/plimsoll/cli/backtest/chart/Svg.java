package dev.plimsoll.cli.backtest.chart;

import dev.plimsoll.cli.text.MarkupText;
import java.util.Locale;

/** Writes SVG elements. What they look like is said by classes, so that one picture serves light and dark pages. */
final class Svg {
    private final StringBuilder text = new StringBuilder();

    Svg open(double width, double height, String style) {
        text.append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" height=\"%s\" viewBox=\"0 0 %s %s\" role=\"img\">\n"
                        .formatted(number(width), number(height), number(width), number(height)));
        text.append("<style>\n").append(style).append("</style>\n");
        return this;
    }

    Svg title(String words) {
        text.append("<title>").append(MarkupText.escaped(words)).append("</title>\n");
        return this;
    }

    Svg rectangle(String style, double x, double y, double width, double height) {
        text.append("<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>\n"
                .formatted(style, number(x), number(y), number(Math.max(width, 0)), number(Math.max(height, 0))));
        return this;
    }

    Svg line(String style, double fromX, double fromY, double toX, double toY) {
        text.append("<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n"
                .formatted(style, number(fromX), number(fromY), number(toX), number(toY)));
        return this;
    }

    Svg path(String style, String commands) {
        if (!commands.isEmpty()) text.append("<path class=\"%s\" d=\"%s\"/>\n".formatted(style, commands));
        return this;
    }

    /** With an anchor of start, middle or end. */
    Svg words(String style, String anchor, double x, double y, String words) {
        text.append("<text class=\"%s\" text-anchor=\"%s\" x=\"%s\" y=\"%s\">%s</text>\n"
                .formatted(style, anchor, number(x), number(y), MarkupText.escaped(words)));
        return this;
    }

    /** A mark that says more when pointed at. */
    Svg cross(String style, double x, double y, double size, String words) {
        text.append("<path class=\"%s\" d=\"M%s %sl%s %sm0 %sl%s %s\"><title>%s</title></path>\n"
                .formatted(
                        style,
                        number(x - size),
                        number(y - size),
                        number(2 * size),
                        number(2 * size),
                        number(-2 * size),
                        number(-2 * size),
                        number(2 * size),
                        MarkupText.escaped(words)));
        return this;
    }

    String close() {
        return text.append("</svg>\n").toString();
    }

    /** Tenths of a pixel are enough. */
    static String number(double value) {
        var rounded = String.format(Locale.ROOT, "%.1f", value);
        return rounded.endsWith(".0") ? rounded.substring(0, rounded.length() - 2) : rounded;
    }
}
