package dev.plimsoll.codec.table;

/** The columns of the kinds that extend or check the API. */
public final class AdmissionColumns {
    private static final String UNSET = "<unset>";

    public static final Columns VALIDATING_WEBHOOKS =
            webhooks("admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration");
    public static final Columns MUTATING_WEBHOOKS =
            webhooks("admissionregistration.k8s.io/v1 MutatingWebhookConfiguration");
    public static final Columns VALIDATING_POLICIES = policies("ValidatingAdmissionPolicy", "Validations");
    public static final Columns MUTATING_POLICIES = policies("MutatingAdmissionPolicy", "Mutations");
    public static final Columns VALIDATING_BINDINGS = bindings("ValidatingAdmissionPolicyBinding");
    public static final Columns MUTATING_BINDINGS = bindings("MutatingAdmissionPolicyBinding");

    public static final Columns API_SERVICES = Columns.of(
            "apiregistration.k8s.io/v1 APIService",
            Column.objectName(),
            Column.text("Service", AdmissionColumns::service),
            Column.text("Available", AdmissionColumns::availability),
            Column.age());

    public static final Columns DEFINITIONS = Columns.of(
            "apiextensions.k8s.io/v1 CustomResourceDefinition",
            Column.objectName(),
            Column.text("Scope", row -> row.text("spec.scope")),
            Column.text("Versions", row -> row.joined("spec.versions", "name")),
            Column.createdAt(),
            Column.text("Group", row -> row.text("spec.group")).wide(),
            Column.text("Kind", row -> row.text("spec.names.kind")).wide(),
            Column.text("ShortNames", row -> String.join(",", TableRow.texts(row.at("spec.names.shortNames"))))
                    .wide(),
            Column.text("Established", row -> row.condition("Established").orElse(""))
                    .wide());

    private AdmissionColumns() {}

    private static Columns webhooks(String section) {
        return Columns.of(
                section,
                Column.objectName(),
                Column.number("Webhooks", row -> row.at("webhooks").size()),
                Column.age());
    }

    private static Columns policies(String kind, String rules) {
        var list = "spec." + Character.toLowerCase(rules.charAt(0)) + rules.substring(1);
        return Columns.of(
                "admissionregistration.k8s.io/v1 " + kind,
                Column.objectName(),
                Column.number(rules, row -> row.at(list).size()),
                Column.text("ParamKind", AdmissionColumns::paramKind),
                Column.age());
    }

    private static Columns bindings(String kind) {
        return Columns.of(
                "admissionregistration.k8s.io/v1 " + kind,
                Column.objectName(),
                Column.text("PolicyName", row -> row.text("spec.policyName")),
                Column.text("ParamRef", AdmissionColumns::paramRef),
                Column.age());
    }

    private static String paramKind(TableRow row) {
        return row.has("spec.paramKind")
                ? row.text("spec.paramKind.apiVersion") + "/" + row.text("spec.paramKind.kind")
                : UNSET;
    }

    private static String paramRef(TableRow row) {
        if (!row.has("spec.paramRef")) return UNSET;
        var name = row.text("spec.paramRef.name");
        if (name.isEmpty()) return "*";
        var namespace = row.text("spec.paramRef.namespace");
        return namespace.isEmpty() ? "*/" + name : namespace + "/" + name;
    }

    private static String service(TableRow row) {
        return row.has("spec.service")
                ? row.text("spec.service.namespace") + "/" + row.text("spec.service.name")
                : "Local";
    }

    private static String availability(TableRow row) {
        for (var condition : row.at("status.conditions")) {
            if (!TableRow.text(condition.path("type")).equals("Available")) continue;
            var status = TableRow.text(condition.path("status"));
            return status.equals("True") ? status : status + " (" + TableRow.text(condition.path("reason")) + ")";
        }
        return "Unknown";
    }
}
