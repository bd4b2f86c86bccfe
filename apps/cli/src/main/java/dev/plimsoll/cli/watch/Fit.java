package dev.plimsoll.cli.watch;

import java.util.ArrayList;
import java.util.List;

/** Texts made as wide as there is room for. Colours take none. */
final class Fit {
    private static final String RESET = "\u001b[0m";

    private Fit() {}

    /** Exactly so wide: filled up, or cut with a sign that it was. */
    static String pad(String text, int width) {
        if (text.length() > width) return width < 2 ? text.substring(0, width) : text.substring(0, width - 1) + "…";
        return text + " ".repeat(width - text.length());
    }

    /** As wide as the widest, within bounds. */
    static int widest(List<String> texts, String head, int most) {
        var widest = head.length();
        for (var text : texts) widest = Math.max(widest, text.length());
        return Math.min(widest, Math.max(most, head.length()));
    }

    /** In lines of at most that width, at spaces where there are any. */
    static List<String> wrapped(String text, int width, int most) {
        var lines = new ArrayList<String>();
        var rest = text.strip();
        while (!rest.isEmpty() && lines.size() < most) {
            var end = Math.min(rest.length(), Math.max(width, 1));
            if (end < rest.length()) {
                var space = rest.lastIndexOf(' ', end);
                if (space > 0) end = space;
            }
            lines.add(rest.substring(0, end));
            rest = rest.substring(end).strip();
        }
        return lines;
    }

    /** At most so wide, with colours ended. */
    static String cut(String line, int width) {
        var cut = new StringBuilder();
        var visible = 0;
        var isColoured = false;
        for (var i = 0; i < line.length(); i++) {
            if (line.charAt(i) == '\u001b') {
                var end = line.indexOf('m', i);
                if (end < 0) break;
                var code = line.substring(i, end + 1);
                isColoured = !code.equals(RESET);
                cut.append(code);
                i = end;
                continue;
            }
            if (visible++ == width) break;
            cut.append(line.charAt(i));
        }
        if (isColoured) cut.append(RESET);
        return cut.toString();
    }
}
