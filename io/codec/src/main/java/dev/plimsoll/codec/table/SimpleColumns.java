package dev.plimsoll.codec.table;

import java.util.ArrayList;
import java.util.List;

/** The columns of kinds with little to show. */
final class SimpleColumns {
    /** Kinds that nobody described. */
    static final List<Column> DEFAULT = List.of(Column.objectName(), Column.age());

    static final List<Column> CREATED_AT = List.of(Column.objectName(), Column.createdAt());

    static final List<Column> NAMESPACES = List.of(
            Column.objectName(),
            Column.text("Status", "The status of the namespace", row -> row.text("status.phase")),
            Column.age());

    static final List<Column> CONFIG_MAPS = List.of(
            Column.objectName(),
            Column.count(
                    "Data",
                    "How many entries it has.",
                    row -> row.at("data").size() + row.at("binaryData").size()),
            Column.age());

    static final List<Column> SECRETS = List.of(
            Column.objectName(),
            Column.text("Type", "What the secret is for.", row -> row.text("type")),
            Column.count(
                    "Data", "How many entries it has.", row -> row.at("data").size()),
            Column.age());

    static final List<Column> SERVICE_ACCOUNTS = List.of(
            Column.objectName(),
            Column.count(
                    "Secrets",
                    "How many secrets it may use.",
                    row -> row.at("secrets").size()),
            Column.age());

    static final List<Column> LEASES = List.of(
            Column.objectName(),
            Column.text("Holder", "Who holds it.", row -> row.text("spec.holderIdentity")),
            Column.age());

    static final List<Column> WEBHOOKS = List.of(
            Column.objectName(),
            Column.number(
                    "Webhooks",
                    "How many webhooks it has.",
                    row -> row.at("webhooks").size()),
            Column.age());

    static final List<Column> BINDINGS = List.of(
            Column.objectName(),
            Column.text("Role", "What it grants.", row -> row.text("roleRef.kind") + "/" + row.text("roleRef.name")),
            Column.age(),
            Column.text("Users", "Users that it grants it to.", row -> subjects(row, "User"))
                    .wide(),
            Column.text("Groups", "Groups that it grants it to.", row -> subjects(row, "Group"))
                    .wide(),
            Column.text(
                            "ServiceAccounts",
                            "Service accounts that it grants it to.",
                            row -> subjects(row, "ServiceAccount"))
                    .wide());

    private SimpleColumns() {}

    private static String subjects(Row row, String kind) {
        var names = new ArrayList<String>();
        for (var subject : row.at("subjects")) {
            if (!Row.text(subject.path("kind")).equals(kind)) continue;
            var namespace = Row.text(subject.path("namespace"));
            var name = Row.text(subject.path("name"));
            names.add(kind.equals("ServiceAccount") ? namespace + "/" + name : name);
        }
        return String.join(", ", names);
    }
}
