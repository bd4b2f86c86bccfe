package dev.plimsoll.codec.selector;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The values that fields of an object must have, or must not have. */
public record FieldSelector(List<FieldRequirement> requirements, SelectableFields fields) {
    public FieldSelector {
        requirements = List.copyOf(requirements);
    }

    /** Reads the text of a {@code fieldSelector} parameter for the fields that a kind supports. */
    public static ParsedSelector<FieldSelector> parse(String text, SelectableFields fields) {
        var requirements = new ArrayList<FieldRequirement>();
        for (var term : terms(text)) {
            if (term.isEmpty()) continue;
            var requirement = requirement(term);
            if (requirement.isEmpty()) {
                var message = "invalid selector: '" + text + "'; can't understand '" + term + "'";
                return new ParsedSelector.Malformed<>(message);
            }
            requirements.add(requirement.get());
        }
        for (var requirement : requirements) {
            if (!fields.supports(requirement.field())) {
                return new ParsedSelector.Malformed<>(fields.refusal(requirement.field()));
            }
        }
        return new ParsedSelector.Parsed<>(new FieldSelector(requirements, fields));
    }

    /** What the text demands, whatever the kind is; nothing if it cannot be read. */
    public static List<FieldRequirement> requirements(String text) {
        var requirements = new ArrayList<FieldRequirement>();
        for (var term : terms(text)) {
            if (term.isEmpty()) continue;
            var requirement = requirement(term);
            if (requirement.isEmpty()) return List.of();
            requirements.add(requirement.get());
        }
        return requirements;
    }

    public boolean isEverything() {
        return requirements.isEmpty();
    }

    public boolean matches(JsonNode object) {
        for (var requirement : requirements) {
            if (!requirement.matches(fields.valueOf(requirement.field(), object))) return false;
        }
        return true;
    }

    /** The one value that a field must have, if the selector says so: {@code metadata.name=x} is a get. */
    public Optional<String> requiredValue(String field) {
        return requirements.stream()
                .filter(requirement -> requirement.field().equals(field) && requirement.equals())
                .map(FieldRequirement::value)
                .findFirst();
    }

    /** Splits at commas that no backslash escapes. */
    private static List<String> terms(String text) {
        var terms = new ArrayList<String>();
        var start = 0;
        for (var i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') i++;
            else if (text.charAt(i) == ',') {
                terms.add(text.substring(start, i));
                start = i + 1;
            }
        }
        terms.add(text.substring(start));
        return terms;
    }

    private static Optional<FieldRequirement> requirement(String term) {
        var at = 0;
        while (at < term.length() && term.charAt(at) != '=' && !term.startsWith("!=", at)) at++;
        if (at == term.length()) return Optional.empty();
        var field = term.substring(0, at);
        var operator = term.startsWith("!=", at) ? "!=" : term.startsWith("==", at) ? "==" : "=";
        return unescaped(term.substring(at + operator.length()))
                .map(value -> new FieldRequirement(field, !operator.equals("!="), value));
    }

    /** The value without its backslashes; empty if it has one too many, or a character that needs one. */
    private static Optional<String> unescaped(String value) {
        var text = new StringBuilder();
        for (var i = 0; i < value.length(); i++) {
            var c = value.charAt(i);
            if (c == '\\') {
                i++;
                if (i == value.length() || "\\,=".indexOf(value.charAt(i)) < 0) return Optional.empty();
                text.append(value.charAt(i));
            } else if (c == ',' || c == '=') {
                return Optional.empty();
            } else {
                text.append(c);
            }
        }
        return Optional.of(text.toString());
    }
}
