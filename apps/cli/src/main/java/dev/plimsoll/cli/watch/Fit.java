package dev.plimsoll.cli.watch;

import java.util.ArrayList;
import java.util.List;

/** Texts made as wide as there is room for. Colours take none. */
final class Fit {
    private static final String RESET = "\u001b[0m";

    private Fit() {}

    /** Exactly so wide: filled up, or without its middle, with a sign for it. Names of pods differ at their ends. */
    static String pad(String text, int width) {
        if (text.length() <= width) return text + " ".repeat(width - text.length());
        if (width < 2) return text.substring(0, width);
        var tail = (width - 1) / 2;
        return text.substring(0, width - 1 - tail) + "…" + text.substring(text.length() - tail);
    }

    /** All of it, in as many lines of at most that width as it takes, broken at spaces where there are any. */
    static List<String> folded(String line, int width) {
        var lines = new ArrayList<String>();
        var rest = line;
        while (rest.length() > width) {
            var space = rest.lastIndexOf(' ', width);
            var end = space > width / 2 ? space : width;
            lines.add(rest.substring(0, end));
            rest = rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }

    /** As many of the words, separated by two spaces, as there is room for. */
    static String words(List<String> words, int width) {
        var line = new StringBuilder();
        for (var word : words) {
            var gap = line.isEmpty() ? "" : "  ";
            if (line.length() + gap.length() + word.length() > width) break;
            line.append(gap).append(word);
        }
        return line.toString();
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
