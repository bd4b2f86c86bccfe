package dev.plimsoll.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Rows of cells, printed with columns as wide as their widest cell. Colours do not count as width. */
public final class TextTable {
    private static final String GAP = "   ";
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

    private final String indent;
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String indent) {
        this.indent = indent;
    }

    public TextTable row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    @Override
    public String toString() {
        var widths = widths();
        var text = new StringBuilder();
        for (var row : rows) {
            var line = new StringBuilder(indent);
            for (var i = 0; i < row.size(); i++) {
                line.append(row.get(i));
                if (i < row.size() - 1)
                    line.append(" ".repeat(widths[i] - visible(row.get(i)))).append(GAP);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int[] widths() {
        var widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
        for (var row : rows) {
            for (var i = 0; i < row.size(); i++) widths[i] = Math.max(widths[i], visible(row.get(i)));
        }
        return widths;
    }

    private static int visible(String cell) {
        var plain = COLOUR.matcher(cell).replaceAll("");
        return plain.codePointCount(0, plain.length());
    }
}
