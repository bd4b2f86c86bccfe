package dev.plimsoll.codec.table;

/** The columns of pods. */
public final class PodColumns {
    public static final Columns COLUMNS = Columns.of(
                    "v1 Pod",
                    Column.objectName(),
                    Column.text("Ready", row -> row.pod().readiness()),
                    Column.text("Status", row -> row.pod().status()),
                    Column.text("Restarts", row -> row.pod().restarts()),
                    Column.age(),
                    Column.text("IP", PodColumns::address).wide(),
                    Column.text("Node", row -> row.textOr("spec.nodeName", TableRow.NONE))
                            .wide(),
                    Column.text("Nominated Node", row -> row.textOr("status.nominatedNodeName", TableRow.NONE))
                            .wide(),
                    Column.text("Readiness Gates", PodColumns::gates).wide())
            .completable();

    private PodColumns() {}

    private static String address(TableRow row) {
        return row.textOr("status.podIPs.0.ip", TableRow.NONE);
    }

    private static String gates(TableRow row) {
        var gates = row.at("spec.readinessGates");
        if (gates.isEmpty()) return TableRow.NONE;
        var passed = 0;
        for (var gate : gates) if (row.isTrue(TableRow.text(gate.path("conditionType")))) passed++;
        return passed + "/" + gates.size();
    }
}
