package dev.plimsoll.codec.table;

import java.util.ArrayList;
import java.util.TreeMap;

/** The columns of quotas, limit ranges, classes and budgets. */
public final class PolicyColumns {
    public static final Columns QUOTAS = Columns.of(
            "v1 ResourceQuota",
            Column.objectName(),
            Column.text("Request", row -> usage(row, false)),
            Column.text("Limit", row -> usage(row, true)),
            Column.age());

    public static final Columns PRIORITY_CLASSES = Columns.of(
            "scheduling.k8s.io/v1 PriorityClass",
            Column.objectName(),
            Column.number("Value", row -> row.number("value")),
            Column.flag("Global-Default", "globalDefault"),
            Column.age(),
            Column.text("PreemptionPolicy", row -> row.textOr("preemptionPolicy", "PreemptLowerPriority")));

    public static final Columns RUNTIME_CLASSES = Columns.of(
            "node.k8s.io/v1 RuntimeClass",
            Column.objectName(),
            Column.text("Handler", row -> row.text("handler")),
            Column.age());

    public static final Columns DISRUPTION_BUDGETS = Columns.of(
            "policy/v1 PodDisruptionBudget",
            Column.objectName(),
            Column.text("Min Available", row -> row.textOr("spec.minAvailable", "N/A")),
            Column.text("Max Unavailable", row -> row.textOr("spec.maxUnavailable", "N/A")),
            Column.number("Allowed Disruptions", row -> row.number("status.disruptionsAllowed")),
            Column.age());

    private PolicyColumns() {}

    private static String usage(TableRow row, boolean limits) {
        var hard = new TreeMap<String, String>();
        for (var entry : row.at("status.hard").properties()) hard.put(entry.getKey(), TableRow.text(entry.getValue()));
        var used = row.at("status.used");
        var texts = new ArrayList<String>();
        hard.forEach((name, most) -> {
            if (name.startsWith("limits.") != limits) return;
            var amount = TableRow.text(used.path(name));
            texts.add(name + ": " + (amount.isEmpty() ? "0" : amount) + "/" + most);
        });
        return String.join(", ", texts);
    }
}
