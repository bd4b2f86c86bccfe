package dev.plimsoll.codec.table;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The columns of events, of the core group and of their own, whose fields have other names. */
public final class EventColumns {
    public static final Columns COLUMNS = Columns.of(
            "v1 Event",
            Column.text("Last Seen", EventColumns::lastSeen),
            Column.text("Type", row -> row.text("type")),
            Column.text("Reason", row -> row.text("reason")),
            Column.text("Object", EventColumns::subject),
            Column.text("Subobject", row -> either(row, "involvedObject.fieldPath", "regarding.fieldPath"))
                    .wide(),
            Column.text("Source", EventColumns::source).wide(),
            Column.text("Message", row -> either(row, "message", "note").strip()),
            Column.text("First Seen", EventColumns::firstSeen).wide(),
            Column.count("Count", EventColumns::count).wide(),
            Column.objectName().wide());

    private EventColumns() {}

    private static String either(TableRow row, String core, String own) {
        return row.textOr(core, row.text(own));
    }

    private static String firstSeen(TableRow row) {
        var first = either(row, "firstTimestamp", "deprecatedFirstTimestamp");
        return Age.since(first.isEmpty() ? row.text("eventTime") : first, row.now());
    }

    private static String lastSeen(TableRow row) {
        if (row.has("series")) return row.age("series.lastObservedTime");
        var last = either(row, "lastTimestamp", "deprecatedLastTimestamp");
        return last.isEmpty() ? firstSeen(row) : Age.since(last, row.now());
    }

    private static long count(TableRow row) {
        if (row.has("series")) return row.number("series.count");
        return Math.max(1, Math.max(row.number("count"), row.number("deprecatedCount")));
    }

    private static String subject(TableRow row) {
        var kind = either(row, "involvedObject.kind", "regarding.kind").toLowerCase(Locale.ROOT);
        var name = either(row, "involvedObject.name", "regarding.name");
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    private static String source(TableRow row) {
        var component = either(row, "source.component", "deprecatedSource.component");
        var host = either(row, "source.host", "deprecatedSource.host");
        if (component.isEmpty()) component = either(row, "reportingComponent", "reportingController");
        if (host.isEmpty()) host = row.text("reportingInstance");
        return Stream.of(component, host).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
    }
}
