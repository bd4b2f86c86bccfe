package dev.plimsoll.codec.table;

import java.util.ArrayList;

/** The columns of kinds with little to show. */
public final class SimpleColumns {
    public static final Columns NAMESPACES = Columns.of(
            "v1 Namespace", Column.objectName(), Column.text("Status", row -> row.text("status.phase")), Column.age());

    public static final Columns CONFIG_MAPS = Columns.of(
            "v1 ConfigMap",
            Column.objectName(),
            Column.count(
                    "Data", row -> row.at("data").size() + row.at("binaryData").size()),
            Column.age());

    public static final Columns SECRETS = Columns.of(
            "v1 Secret",
            Column.objectName(),
            Column.text("Type", row -> row.text("type")),
            Column.count("Data", row -> row.at("data").size()),
            Column.age());

    public static final Columns LEASES = Columns.of(
            "coordination.k8s.io/v1 Lease",
            Column.objectName(),
            Column.text("Holder", row -> row.text("spec.holderIdentity")),
            Column.age());

    public static final Columns ROLE_BINDINGS = bindings("rbac.authorization.k8s.io/v1 RoleBinding");

    public static final Columns CLUSTER_ROLE_BINDINGS = bindings("rbac.authorization.k8s.io/v1 ClusterRoleBinding");

    private static Columns bindings(String section) {
        return Columns.of(
                section,
                Column.objectName(),
                Column.text("Role", row -> row.text("roleRef.kind") + "/" + row.text("roleRef.name")),
                Column.age(),
                Column.text("Users", row -> subjects(row, "User")).wide(),
                Column.text("Groups", row -> subjects(row, "Group")).wide(),
                Column.text("ServiceAccounts", row -> subjects(row, "ServiceAccount"))
                        .wide());
    }

    public static final Columns COMPONENT_STATUSES = Columns.of(
            "v1 ComponentStatus",
            Column.objectName(),
            Column.text("Status", row -> health(row, "Healthy", "Unhealthy", "Unknown")),
            Column.text("Message", row -> row.text("conditions.0.message")),
            Column.text("Error", row -> row.text("conditions.0.error")));

    private SimpleColumns() {}

    private static String health(TableRow row, String yes, String no, String neither) {
        for (var condition : row.at("conditions")) {
            if (!TableRow.text(condition.path("type")).equals("Healthy")) continue;
            return switch (TableRow.text(condition.path("status"))) {
                case "True" -> yes;
                case "False" -> no;
                default -> neither;
            };
        }
        return neither;
    }

    private static String subjects(TableRow row, String kind) {
        var names = new ArrayList<String>();
        for (var subject : row.at("subjects")) {
            if (!TableRow.text(subject.path("kind")).equals(kind)) continue;
            var namespace = TableRow.text(subject.path("namespace"));
            var name = TableRow.text(subject.path("name"));
            names.add(kind.equals("ServiceAccount") ? namespace + "/" + name : name);
        }
        return String.join(", ", names);
    }
}
