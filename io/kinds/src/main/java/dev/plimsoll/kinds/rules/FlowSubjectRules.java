package dev.plimsoll.kinds.rules;

import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.List;

/** Whose requests a flow schema is about, and what they do. */
final class FlowSubjectRules {
    private static final List<String> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch");

    /** In the order in which they are looked at; each has a field of its name. */
    private static final List<String> KINDS = List.of("ServiceAccount", "User", "Group");

    private FlowSubjectRules() {}

    static void check(FieldValue subject, Findings found) {
        var kind = subject.field("kind").text();
        if (!KINDS.contains(kind)) return;
        for (var each : KINDS) {
            var name = Character.toLowerCase(each.charAt(0)) + each.substring(1);
            var field = subject.field(name);
            if (!each.equals(kind)) {
                if (field.isGiven()) {
                    found.forbidden(field, name + " is forbidden when subject kind is not '" + each + "'");
                }
            } else if (!field.isGiven()) {
                found.required(field, name + " is required when subject kind is '" + each + "'");
            } else if (each.equals("ServiceAccount")) {
                serviceAccount(field, found);
            } else {
                named(field, found);
            }
        }
    }

    private static void named(FieldValue subject, Findings found) {
        if (subject.field("name").isEmpty()) found.required(subject.field("name"));
    }

    private static void serviceAccount(FieldValue account, Findings found) {
        var name = account.field("name");
        if (name.isEmpty()) found.required(name);
        else if (!name.text().equals("*")) NameRules.subdomain(name, found);
        var namespace = account.field("namespace");
        if (namespace.isEmpty()) found.required(namespace, "must specify namespace for service account");
        else NameRules.label(namespace, found);
    }

    static void verbs(FieldValue verbs, Findings found) {
        if (verbs.isEmpty()) {
            found.required(verbs, "verbs must contain at least one value");
            return;
        }
        var given = verbs.items().stream().map(FieldValue::text).toList();
        if (!given.equals(List.of("*")) && !VERBS.containsAll(given)) {
            found.notSupportedShown(verbs, verbs.json(), VERBS);
        }
    }
}
