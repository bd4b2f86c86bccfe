package dev.plimsoll.codec.table;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The columns of events, of the core group and of their own, whose fields have other names. */
final class EventColumns {
    static final List<Column> COLUMNS = List.of(
            Column.text("Last Seen", "Time since it was last seen.", EventColumns::lastSeen),
            Column.text("Type", "Normal or Warning.", row -> row.text("type")),
            Column.text("Reason", "Why it happened, in a word.", row -> row.text("reason")),
            Column.text("Object", "The object that it is about.", EventColumns::subject),
            Column.text(
                            "Subobject",
                            "The part of the object that it is about.",
                            row -> either(row, "involvedObject.fieldPath", "regarding.fieldPath"))
                    .wide(),
            Column.text("Source", "Who reported it.", EventColumns::source).wide(),
            Column.text(
                    "Message",
                    "What happened.",
                    row -> either(row, "message", "note").strip()),
            Column.text("First Seen", "Time since it was first seen.", EventColumns::firstSeen)
                    .wide(),
            Column.count("Count", "How often it was seen.", EventColumns::count).wide(),
            new Column(
                            "Name",
                            "string",
                            "name",
                            ColumnText.NAME,
                            0,
                            Column.objectName().cell())
                    .wide());

    private EventColumns() {}

    private static String either(Row row, String core, String own) {
        return row.textOr(core, row.text(own));
    }

    private static String firstSeen(Row row) {
        var first = either(row, "firstTimestamp", "deprecatedFirstTimestamp");
        return Age.since(first.isEmpty() ? row.text("eventTime") : first, row.now());
    }

    private static String lastSeen(Row row) {
        if (row.has("series")) return row.age("series.lastObservedTime");
        var last = either(row, "lastTimestamp", "deprecatedLastTimestamp");
        return last.isEmpty() ? firstSeen(row) : Age.since(last, row.now());
    }

    private static long count(Row row) {
        if (row.has("series")) return row.number("series.count");
        return Math.max(1, Math.max(row.number("count"), row.number("deprecatedCount")));
    }

    private static String subject(Row row) {
        var kind = either(row, "involvedObject.kind", "regarding.kind").toLowerCase(Locale.ROOT);
        var name = either(row, "involvedObject.name", "regarding.name");
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    private static String source(Row row) {
        var component = either(row, "source.component", "deprecatedSource.component");
        var host = either(row, "source.host", "deprecatedSource.host");
        if (component.isEmpty()) component = either(row, "reportingComponent", "reportingController");
        if (host.isEmpty()) host = row.text("reportingInstance");
        return Stream.of(component, host).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
    }
}
