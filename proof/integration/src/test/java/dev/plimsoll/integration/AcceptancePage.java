package dev.plimsoll.integration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A page of what something is held to: tables whose first column is {@code row} and whose last one names tests. A column {@code decided by} names
 * classes of the programs. The page says in its text which comment of a test class names its rows: {@code Acceptance of KEP-1287: ...}.
 *
 * @param comment the word before the colon of such a comment
 * @param tests the tests of each row
 * @param deciders the classes that the column {@code decided by} names
 * @param faults what is wrong with the page itself
 */
record AcceptancePage(String comment, Map<String, Set<String>> tests, Set<String> deciders, List<String> faults) {
    private static final Pattern COMMENT = Pattern.compile("`(Acceptance[^`:]*): \\.\\.\\.`");
    private static final Pattern NAME = Pattern.compile("`([\\w/-]+)`");

    static AcceptancePage read(Path file) throws IOException {
        var text = Files.readString(file);
        var comment = COMMENT.matcher(text);
        if (!comment.find()) throw new IllegalStateException(file + " does not say which comment names its rows");
        var page = new AcceptancePage(comment.group(1), new TreeMap<>(), new TreeSet<>(), new ArrayList<>());
        List<String> header = List.of();
        for (var line : text.lines().toList()) {
            var cells = cells(line);
            if (cells == null) header = List.of();
            else if (header.isEmpty()) header = cells;
            else if (header.getFirst().equals("row") && !cells.getFirst().startsWith("---")) page.add(header, cells);
        }
        return page;
    }

    private void add(List<String> header, List<String> cells) {
        var row = cells.getFirst();
        if (cells.size() != header.size() || cells.stream().anyMatch(String::isEmpty)) {
            faults.add(row + ": a cell is empty, or there are not as many as the table has columns");
        }
        var named = names(cells.getLast());
        if (named.isEmpty()) faults.add(row + ": no test");
        if (tests.put(row, named) != null) faults.add(row + ": there are two rows of that name");
        var decidedBy = header.indexOf("decided by");
        if (decidedBy >= 0 && decidedBy < cells.size()) deciders.addAll(names(cells.get(decidedBy)));
    }

    private static Set<String> names(String cell) {
        var names = new TreeSet<String>();
        NAME.matcher(cell).results().forEach(each -> names.add(each.group(1)));
        return names;
    }

    private static @Nullable List<String> cells(String line) {
        if (!line.startsWith("|") || !line.endsWith("|")) return null;
        var cells = new ArrayList<String>();
        for (var cell : line.substring(1, line.length() - 1).split("(?<!\\\\)\\|", -1)) cells.add(cell.strip());
        return cells;
    }
}
