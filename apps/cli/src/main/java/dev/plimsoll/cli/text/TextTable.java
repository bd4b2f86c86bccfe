package dev.plimsoll.cli.text;

import java.util.ArrayList;
import java.util.List;

/** Rows of cells, printed with columns as wide as their widest cell. Colours do not count as width. */
public final class TextTable {
    private static final String GAP = "   ";

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
        var text = new StringBuilder();
        for (var row : rows) {
            var line = new StringBuilder(indent);
            for (var i = 0; i < row.size(); i++) {
                line.append(row.get(i));
                if (i < row.size() - 1)
                    line.append(" ".repeat(width(i) - visible(row.get(i)))).append(GAP);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream()
                .filter(row -> row.size() > column)
                .mapToInt(row -> visible(row.get(column)))
                .max()
                .orElse(0);
    }

    private static int visible(String cell) {
        return cell.replaceAll("\u001b\\[[0-9;]*m", "")
                .codePointCount(0, cell.replaceAll("\u001b\\[[0-9;]*m", "").length());
    }
}
