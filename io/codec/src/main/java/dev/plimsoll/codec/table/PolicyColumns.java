package dev.plimsoll.codec.table;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The columns of quotas, limit ranges, classes and budgets. */
final class PolicyColumns {
    static final List<Column> QUOTAS = List.of(
            Column.objectName(),
            Column.text("Request", "Requests that are used, of those allowed.", row -> usage(row, false)),
            Column.text("Limit", "Limits that are used, of those allowed.", row -> usage(row, true)),
            Column.age());

    static final List<Column> LIMIT_RANGES = List.of(Column.objectName(), Column.createdAt());

    static final List<Column> PRIORITY_CLASSES = List.of(
            Column.objectName(),
            Column.number("Value", "Priority that pods of the class get.", row -> row.number("value")),
            Column.flag("Global-Default", "Whether pods without a class get this one.", "globalDefault"),
            Column.age(),
            Column.text(
                    "PreemptionPolicy",
                    "Whether pods of the class push out others.",
                    row -> row.textOr("preemptionPolicy", "PreemptLowerPriority")));

    static final List<Column> RUNTIME_CLASSES = List.of(
            Column.objectName(),
            Column.text("Handler", "Configuration of the runtime.", row -> row.text("handler")),
            Column.age());

    static final List<Column> DISRUPTION_BUDGETS = List.of(
            Column.objectName(),
            Column.text("Min Available", "Pods that must be available.", row -> row.textOr("spec.minAvailable", "N/A")),
            Column.text(
                    "Max Unavailable",
                    "Pods that may be unavailable.",
                    row -> row.textOr("spec.maxUnavailable", "N/A")),
            Column.number(
                    "Allowed Disruptions", "Pods that may go now.", row -> row.number("status.disruptionsAllowed")),
            Column.age());

    private PolicyColumns() {}

    private static String usage(Row row, boolean limits) {
        var hard = new TreeMap<String, String>();
        for (var entry : row.at("status.hard").properties()) hard.put(entry.getKey(), Row.text(entry.getValue()));
        var used = row.at("status.used");
        var texts = new ArrayList<String>();
        hard.forEach((name, most) -> {
            if (name.startsWith("limits.") != limits) return;
            var amount = Row.text(used.path(name));
            texts.add(name + ": " + (amount.isEmpty() ? "0" : amount) + "/" + most);
        });
        return String.join(", ", texts);
    }
}
