package dev.plimsoll.guides;

import java.util.regex.Pattern;

/** What a page says that a command prints. Three dots stand for anything; how wide a column is does not matter. */
record Expected(String text) {
    boolean matches(String printed) {
        var pattern = new StringBuilder();
        for (var line : tidy(text).split("\n", -1)) {
            if (line.equals("...")) pattern.append("(?:.*\n)*?");
            else pattern.append(ofLine(line)).append('\n');
        }
        return Pattern.compile(pattern.toString()).matcher(tidy(printed) + "\n").matches();
    }

    private static String ofLine(String line) {
        var pattern = new StringBuilder();
        for (var part : line.split(Pattern.quote("..."), -1)) {
            if (!pattern.isEmpty()) pattern.append(".*?");
            pattern.append(Pattern.quote(part));
        }
        return pattern.toString();
    }

    /** Lines without space around them, and with single spaces inside. */
    private static String tidy(String text) {
        var lines = text.strip().lines().map(line -> line.strip().replaceAll("\\s+", " "));
        return String.join("\n", lines.toList());
    }
}
