package dev.plimsoll.cli.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One line of separated values, of which cells may stand in quotes. */
final class CsvRow {
    private CsvRow() {}

    static List<String> cells(String line, char separator, List<String> into) {
        into.clear();
        split(line, separator, into::add);
        return into;
    }

    static void split(String line, char separator, Consumer<String> cells) {
        if (line.indexOf('"') >= 0) {
            quoted(line, separator).forEach(cells);
            return;
        }
        var from = 0;
        for (var to = line.indexOf(separator); to >= 0; to = line.indexOf(separator, from)) {
            cells.accept(line.substring(from, to));
            from = to + 1;
        }
        cells.accept(line.substring(from));
    }

    private static List<String> quoted(String line, char separator) {
        var cells = new ArrayList<String>();
        var cell = new StringBuilder();
        var isQuoted = false;
        for (var i = 0; i < line.length(); i++) {
            var c = line.charAt(i);
            if (c == '"' && isQuoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                cell.append(c);
                i++;
            } else if (c == '"') {
                isQuoted = !isQuoted;
            } else if (c == separator && !isQuoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }
}
