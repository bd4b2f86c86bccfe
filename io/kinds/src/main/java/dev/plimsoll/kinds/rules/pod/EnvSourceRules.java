package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.core.validation.syntax.ConfigKeySyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.List;

/** Where the variables of a container come from, if they are not given. */
final class EnvSourceRules {
    private static final List<String> SOURCES = List.of("configMapRef", "secretRef");

    private EnvSourceRules() {}

    static void check(FieldValue container, Findings found) {
        for (var variable : container.field("env").items()) {
            var source = variable.field("valueFrom");
            if (source.field("fieldRef").isGiven()) FieldReferenceRules.variable(source.field("fieldRef"), found);
            if (source.field("resourceFieldRef").isGiven()) {
                FieldReferenceRules.resource(source.field("resourceFieldRef"), false, found);
            }
            for (var name : List.of("configMapKeyRef", "secretKeyRef")) {
                if (source.field(name).isGiven()) key(source.field(name), found);
            }
        }
        var all = container.field("envFrom");
        for (var from : all.items()) from(all, from, found);
    }

    private static void key(FieldValue reference, Findings found) {
        NameRules.subdomain(reference.field("name"), found);
        var key = reference.field("key");
        if (key.isEmpty()) found.required(key);
        else found.misspelled(key, ConfigKeySyntax.key(key.text()));
    }

    private static void from(FieldValue all, FieldValue from, Findings found) {
        var given = SOURCES.stream().filter(name -> from.field(name).isGiven()).toList();
        if (given.isEmpty()) {
            found.invalidShown(all, "\"\"", "must specify one of: `configMapRef` or `secretRef`");
        } else if (given.size() > 1) {
            found.invalidShown(all, "\"\"", "may not have more than one field specified at a time");
        }
        for (var name : given) NameRules.requiredSubdomain(from.field(name).field("name"), found);
    }
}
