package dev.plimsoll.cli.watch;

import dev.plimsoll.cli.text.Paint;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that use the width there is. A number is never cut.
 *
 * <p>Steps, each only while the rows are too wide: 1. bars are drawn shorter; 2. names are shortened, with a sign that they were; 3.
 * whole columns are left out, the least important first. What is left over goes to the bars.
 */
final class FittedTable {
    private static final int GAP = 2;

    private final List<Column> columns = new ArrayList<>();

    /**
     * A column.
     *
     * @param least as narrow as it may become; its widest cell where it must not be cut
     * @param most as wide as it is useful
     * @param importance columns with the lowest are left out first
     */
    private record Column(String head, List<? extends Cell> cells, int least, int most, int importance) {}

    /** A text of exactly a width. */
    interface Cell {
        String at(int width);
    }

    /** A text of one colour. */
    record Text(String text, Colour colour) implements Cell {
        /** What a colour is made with. */
        interface Colour {
            String of(String text);
        }

        static Text plain(String text) {
            return new Text(text, same -> same);
        }

        @Override
        public String at(int width) {
            return colour.of(Fit.pad(text, width));
        }
    }

    /** Texts that are shown whole or not at all. */
    FittedTable numbers(String head, List<Text> cells, int importance) {
        var widest = widest(head, cells);
        columns.add(new Column(head, cells, widest, widest, importance));
        return this;
    }

    /** Texts that may be shortened. */
    FittedTable names(String head, List<Text> cells, int least, int importance) {
        var widest = widest(head, cells);
        columns.add(new Column(head, cells, Math.min(least, widest), widest, importance));
        return this;
    }

    /** Drawings, which may be of any width. */
    FittedTable bars(String head, List<? extends Cell> cells, int least, int most, int importance) {
        columns.add(new Column(head, cells, least, most, importance));
        return this;
    }

    private static int widest(String head, List<Text> cells) {
        return Math.max(
                head.length(),
                cells.stream().mapToInt(cell -> cell.text().length()).max().orElse(0));
    }

    /** The heads and the rows. */
    List<String> lines(int width, Paint paint) {
        var shown = new ArrayList<>(columns);
        while (shown.size() > 1 && sum(shown, Column::least) > width) {
            shown.remove(shown.stream()
                    .min((one, other) -> Integer.compare(one.importance(), other.importance()))
                    .orElseThrow());
        }
        var widths = widths(shown, width);
        var lines = new ArrayList<String>();
        var heads = new ArrayList<String>();
        for (var i = 0; i < shown.size(); i++) heads.add(Fit.pad(shown.get(i).head(), widths[i]));
        lines.add(paint.bold(String.join(" ".repeat(GAP), heads).stripTrailing()));
        var rows = shown.isEmpty() ? 0 : shown.getFirst().cells().size();
        for (var row = 0; row < rows; row++) {
            var cells = new ArrayList<String>();
            for (var i = 0; i < shown.size(); i++)
                cells.add(shown.get(i).cells().get(row).at(widths[i]));
            lines.add(String.join(" ".repeat(GAP), cells).stripTrailing());
        }
        return lines;
    }

    private interface Measure {
        int of(Column column);
    }

    private static int sum(List<Column> columns, Measure measure) {
        return columns.stream().mapToInt(measure::of).sum() + GAP * Math.max(0, columns.size() - 1);
    }

    /** Each as narrow as it may be, and then wider from left to right as long as there is room: names before bars. */
    private static int[] widths(List<Column> shown, int width) {
        var widths = shown.stream().mapToInt(Column::least).toArray();
        var room = width - sum(shown, Column::least);
        for (var bars : new boolean[] {false, true}) {
            var grew = true;
            while (room > 0 && grew) {
                grew = false;
                for (var i = 0; i < widths.length && room > 0; i++) {
                    var column = shown.get(i);
                    var isBar = !column.cells().isEmpty() && !(column.cells().getFirst() instanceof Text);
                    if (isBar != bars || widths[i] >= column.most()) continue;
                    widths[i]++;
                    room--;
                    grew = true;
                }
            }
        }
        return widths;
    }
}
