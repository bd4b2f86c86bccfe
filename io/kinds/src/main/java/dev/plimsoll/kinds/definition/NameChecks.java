package dev.plimsoll.kinds.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import java.util.List;
import java.util.Locale;

/** What the names of a kind must be like. */
final class NameChecks {
    private static final String AT = "spec.names.";

    private NameChecks() {}

    static void check(JsonNode names, List<FieldError> errors) {
        for (var field : List.of("plural", "singular", "kind", "listKind")) {
            if (names.path(field).asText().isEmpty()) errors.add(FieldError.required(AT + field, ""));
        }
        for (var field : List.of("plural", "singular")) {
            var name = names.path(field).asText();
            if (!name.isEmpty()) label(AT + field, name, errors);
        }
        for (var field : List.of("kind", "listKind")) {
            var name = names.path(field).asText();
            var problems = DnsSyntax.label1035(name.toLowerCase(Locale.ROOT));
            if (!name.isEmpty() && !problems.isEmpty()) {
                errors.add(FieldError.invalid(
                        AT + field,
                        name,
                        "may have mixed case, but should otherwise match: " + String.join(",", problems)));
            }
        }
        for (var field : List.of("shortNames", "categories")) {
            var list = names.path(field);
            for (var i = 0; i < list.size(); i++)
                label(AT + field + "[" + i + "]", list.get(i).asText(), errors);
        }
        var kind = names.path("kind").asText();
        if (!kind.isEmpty() && kind.equals(names.path("listKind").asText())) {
            errors.add(FieldError.invalid(AT + "listKind", kind, "kind and listKind may not be the same"));
        }
    }

    private static void label(String field, String name, List<FieldError> errors) {
        var problems = DnsSyntax.label1035(name);
        if (!problems.isEmpty()) errors.add(FieldError.invalid(field, name, String.join(",", problems)));
    }
}
