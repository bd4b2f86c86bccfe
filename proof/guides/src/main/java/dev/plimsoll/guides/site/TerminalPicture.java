package dev.plimsoll.guides.site;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What a command printed on a terminal, with its colours, as an SVG picture for light and dark pages. */
final class TerminalPicture {
    private static final Pattern STYLE = Pattern.compile("\u001b\\[([0-9;]*)m");
    private static final double LETTER = 7.8;
    private static final int LINE = 17;
    private static final int MARGIN = 12;
    private static final int COLUMNS = 100;

    private TerminalPicture() {}

    /** A stretch of a line in one style. */
    private record Run(String text, String style) {}

    static String of(String command, String printed) {
        var lines = new ArrayList<List<Run>>();
        wrapped(command).forEach(line -> lines.add(List.of(new Run(line, "bold"))));
        printed.stripTrailing().lines().forEach(line -> lines.add(runs(line)));
        var columns = lines.stream()
                .mapToInt(line ->
                        line.stream().mapToInt(run -> run.text().length()).sum())
                .max()
                .orElse(0);
        var width = Math.round(columns * LETTER) + 2 * MARGIN;
        var height = lines.size() * LINE + 2 * MARGIN;
        var svg = new StringBuilder("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d">
                <style>
                rect { fill: #f6f8fa; stroke: #d0d7de }
                text { font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1f2328; white-space: pre }
                .bold { font-weight: 700 } .faint { fill: #656d76 } .good { fill: #1a7f37 } .bad { fill: #cf222e } .note { fill: #9a6700 }
                @media (prefers-color-scheme: dark) {
                rect { fill: #151b23; stroke: #3d444d } text { fill: #f0f6fc }
                .faint { fill: #9198a1 } .good { fill: #3fb950 } .bad { fill: #f85149 } .note { fill: #d29922 }
                }
                </style>
                <rect x="0.5" y="0.5" width="%3$d" height="%4$d" rx="6"/>
                """.formatted(width, height, width - 1, height - 1));
        for (var i = 0; i < lines.size(); i++) {
            var y = MARGIN + (i + 1) * LINE - 4;
            svg.append("<text x=\"").append(MARGIN).append("\" y=\"").append(y).append("\" xml:space=\"preserve\">");
            for (var run : lines.get(i)) {
                var text = MarkdownPage.escaped(run.text());
                svg.append(run.style().isEmpty() ? text : "<tspan class=\"" + run.style() + "\">" + text + "</tspan>");
            }
            svg.append("</text>\n");
        }
        return svg.append("</svg>\n").toString();
    }

    /** As people write long commands. */
    private static List<String> wrapped(String command) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder("$");
        for (var word : command.split(" ", -1)) {
            if (line.length() + word.length() > COLUMNS) {
                lines.add(line + " \\");
                line = new StringBuilder("   ");
            }
            line.append(' ').append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private static List<Run> runs(String line) {
        var runs = new ArrayList<Run>();
        var style = "";
        var from = 0;
        for (var matcher = STYLE.matcher(line); matcher.find(); ) {
            if (matcher.start() > from) runs.add(new Run(line.substring(from, matcher.start()), style));
            style = style(matcher.group(1));
            from = matcher.end();
        }
        if (from < line.length()) runs.add(new Run(line.substring(from), style));
        return runs;
    }

    /** The styles that {@code Paint} of the command line writes. */
    private static String style(String code) {
        return switch (code) {
            case "1" -> "bold";
            case "2" -> "faint";
            case "32" -> "good";
            case "31" -> "bad";
            case "33", "36" -> "note";
            default -> "";
        };
    }
}
