package dev.plimsoll.codec.table;

import java.util.List;
import java.util.TreeSet;

/** The columns of nodes. */
final class NodeColumns {
    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";

    static final List<Column> COLUMNS = List.of(
            Column.objectName(),
            Column.text("Status", "The status of the node", NodeColumns::status),
            Column.text("Roles", "The roles of the node", NodeColumns::roles),
            Column.age(),
            Column.text(
                    "Version",
                    "Kubelet Version reported by the node.",
                    row -> row.text("status.nodeInfo.kubeletVersion")),
            Column.text("Internal-IP", "First address inside the cluster.", row -> address(row, "InternalIP"))
                    .wide(),
            Column.text("External-IP", "First address outside the cluster.", row -> address(row, "ExternalIP"))
                    .wide(),
            Column.text(
                            "OS-Image",
                            "Operating system of the node.",
                            row -> row.textOr("status.nodeInfo.osImage", Age.UNKNOWN))
                    .wide(),
            Column.text("Kernel-Version", "Kernel of the node.", NodeColumns::kernel)
                    .wide(),
            Column.text(
                            "Container-Runtime",
                            "Runtime of the node's containers.",
                            row -> row.textOr("status.nodeInfo.containerRuntimeVersion", Age.UNKNOWN))
                    .wide());

    private NodeColumns() {}

    private static String status(Row row) {
        var status = row.condition("Ready")
                .map(value -> value.equals("True") ? "Ready" : "NotReady")
                .orElse("Unknown");
        return row.at("spec.unschedulable").asBoolean() ? status + ",SchedulingDisabled" : status;
    }

    private static String roles(Row row) {
        var roles = new TreeSet<String>();
        for (var label : row.at("metadata.labels").properties()) {
            if (label.getKey().startsWith(ROLE_PREFIX)) roles.add(label.getKey().substring(ROLE_PREFIX.length()));
            if (label.getKey().equals("kubernetes.io/role")) roles.add(Row.text(label.getValue()));
        }
        roles.remove("");
        return roles.isEmpty() ? Row.NONE : String.join(",", roles);
    }

    private static String address(Row row, String type) {
        for (var address : row.at("status.addresses")) {
            if (Row.text(address.path("type")).equals(type)) return Row.text(address.path("address"));
        }
        return Row.NONE;
    }

    private static String kernel(Row row) {
        var kernel = row.textOr("status.nodeInfo.kernelVersion", Age.UNKNOWN);
        var architecture = row.text("status.nodeInfo.architecture");
        return architecture.isEmpty() || kernel.equals(Age.UNKNOWN) ? kernel : kernel + " (" + architecture + ")";
    }
}
