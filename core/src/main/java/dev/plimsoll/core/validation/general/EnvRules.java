package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.ContainerDetails.EnvVar;
import dev.plimsoll.core.validation.syntax.VariableSyntax;
import java.util.List;
import java.util.Set;

/** The environment of a container. A name may come twice; the last one counts. */
final class EnvRules {
    private static final Set<String> SOURCES =
            Set.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef");

    private EnvRules() {}

    static void check(List<EnvVar> env, FieldPath path, FieldErrors found) {
        for (var i = 0; i < env.size(); i++) {
            var variable = env.get(i);
            var at = path.index(i);
            if (variable.name().isEmpty()) found.required(at.child("name"));
            else {
                var messages = VariableSyntax.environmentName(variable.name());
                found.misspelled(at.child("name"), variable.name(), messages);
            }
            if (variable.hasValueFrom()) valueFrom(variable, at.child("valueFrom"), found);
        }
    }

    /** At most one of these is reported, and never with a value. */
    private static void valueFrom(EnvVar variable, FieldPath at, FieldErrors found) {
        var sources = variable.sources().stream().filter(SOURCES::contains).count();
        if (sources == 0) {
            found.invalid(
                    at,
                    "",
                    "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or"
                            + " `fileKeyRef`");
        } else if (!variable.value().isEmpty()) {
            found.invalid(at, "", "may not be specified when `value` is not empty");
        } else if (sources > 1) {
            found.invalid(at, "", "may not have more than one field specified at a time");
        }
    }
}
