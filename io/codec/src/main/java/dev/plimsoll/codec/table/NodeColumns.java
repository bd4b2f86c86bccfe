package dev.plimsoll.codec.table;

import java.util.TreeSet;

/** The columns of nodes. */
public final class NodeColumns {
    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";

    public static final Columns COLUMNS = Columns.of(
            "v1 Node",
            Column.objectName(),
            Column.text("Status", NodeColumns::status),
            Column.text("Roles", NodeColumns::roles),
            Column.age(),
            Column.text("Version", row -> row.text("status.nodeInfo.kubeletVersion")),
            Column.text("Internal-IP", row -> address(row, "InternalIP")).wide(),
            Column.text("External-IP", row -> address(row, "ExternalIP")).wide(),
            Column.text("OS-Image", row -> row.textOr("status.nodeInfo.osImage", Age.UNKNOWN))
                    .wide(),
            Column.text("Kernel-Version", NodeColumns::kernel).wide(),
            Column.text("Container-Runtime", row -> row.textOr("status.nodeInfo.containerRuntimeVersion", Age.UNKNOWN))
                    .wide());

    private NodeColumns() {}

    private static String status(TableRow row) {
        var status = row.condition("Ready")
                .map(value -> value.equals("True") ? "Ready" : "NotReady")
                .orElse("Unknown");
        return row.at("spec.unschedulable").asBoolean() ? status + ",SchedulingDisabled" : status;
    }

    private static String roles(TableRow row) {
        var roles = new TreeSet<String>();
        for (var label : row.at("metadata.labels").properties()) {
            if (label.getKey().startsWith(ROLE_PREFIX)) roles.add(label.getKey().substring(ROLE_PREFIX.length()));
            if (label.getKey().equals("kubernetes.io/role")) roles.add(TableRow.text(label.getValue()));
        }
        roles.remove("");
        return roles.isEmpty() ? TableRow.NONE : String.join(",", roles);
    }

    private static String address(TableRow row, String type) {
        for (var address : row.at("status.addresses")) {
            if (TableRow.text(address.path("type")).equals(type)) return TableRow.text(address.path("address"));
        }
        return TableRow.NONE;
    }

    private static String kernel(TableRow row) {
        var kernel = row.textOr("status.nodeInfo.kernelVersion", Age.UNKNOWN);
        var architecture = row.text("status.nodeInfo.architecture");
        return architecture.isEmpty() || kernel.equals(Age.UNKNOWN) ? kernel : kernel + " (" + architecture + ")";
    }
}
