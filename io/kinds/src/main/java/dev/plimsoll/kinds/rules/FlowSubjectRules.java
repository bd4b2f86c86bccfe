package dev.plimsoll.kinds.rules;

import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.List;

/** Whose requests a flow schema is about, and what they do. */
final class FlowSubjectRules {
    private static final List<String> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch");

    private FlowSubjectRules() {}

    static void check(FieldValue subject, Findings found) {
        switch (subject.field("kind").text()) {
            case "User" -> named(subject.field("user"), found);
            case "Group" -> named(subject.field("group"), found);
            case "ServiceAccount" -> serviceAccount(subject.field("serviceAccount"), found);
            default -> {}
        }
    }

    private static void named(FieldValue subject, Findings found) {
        if (!subject.isGiven()) found.required(subject);
        else if (subject.field("name").isEmpty()) found.required(subject.field("name"));
    }

    private static void serviceAccount(FieldValue account, Findings found) {
        if (!account.isGiven()) {
            found.required(account);
            return;
        }
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
