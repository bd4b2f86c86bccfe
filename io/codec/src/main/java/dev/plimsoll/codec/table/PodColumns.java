package dev.plimsoll.codec.table;

import java.util.List;

/** The columns of pods. */
final class PodColumns {
    static final List<Column> COLUMNS = List.of(
            Column.objectName(),
            Column.text(
                    "Ready",
                    "The aggregate readiness state of this pod for accepting traffic.",
                    row -> PodSummary.of(row).readiness()),
            Column.text(
                    "Status",
                    "The aggregate status of the containers in this pod.",
                    row -> PodSummary.of(row).status()),
            Column.text(
                    "Restarts",
                    "The number of times the containers in this pod have been restarted and when the last container in"
                            + " this pod has restarted.",
                    row -> PodSummary.of(row).restarts()),
            Column.age(),
            Column.text("IP", "First address of the pod.", PodColumns::address).wide(),
            Column.text("Node", "Node that the pod is bound to.", row -> row.textOr("spec.nodeName", Row.NONE))
                    .wide(),
            Column.text(
                            "Nominated Node",
                            "Node on which the pod waits for others to go.",
                            row -> row.textOr("status.nominatedNodeName", Row.NONE))
                    .wide(),
            Column.text("Readiness Gates", "How many readiness gates are passed.", PodColumns::gates)
                    .wide());

    private PodColumns() {}

    private static String address(Row row) {
        return row.textOr("status.podIPs.0.ip", Row.NONE);
    }

    private static String gates(Row row) {
        var gates = row.at("spec.readinessGates");
        if (gates.isEmpty()) return Row.NONE;
        var passed = 0;
        for (var gate : gates) if (row.isTrue(Row.text(gate.path("conditionType")))) passed++;
        return passed + "/" + gates.size();
    }
}
