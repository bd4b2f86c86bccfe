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

    /**
     * Whether the object of this JSON cannot match, which costs a tenth of reading it: a value that a field must have is nowhere in it. Says
     * nothing of values that may be written in another way, or that count where none is given.
     */
    public boolean isRuledOut(byte[] json) {
        for (var requirement : requirements) {
            var isSure = requirement.equals() && fields.isWritten(requirement.field()) && isPlain(requirement.value());
            if (isSure && !contains(json, requirement.value())) return true;
        }
        return false;
    }

    /** Letters, digits and signs that stand in JSON as themselves; a number might be written in another way. */
    private static boolean isPlain(String value) {
        if (value.isEmpty() || !isLetter(value.charAt(0))) return false;
        for (var i = 1; i < value.length(); i++) {
            var c = value.charAt(i);
            if (!isLetter(c) && !(c >= '0' && c <= '9') && "-./:_".indexOf(c) < 0) return false;
        }
        return true;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean contains(byte[] json, String value) {
        var first = (byte) value.charAt(0);
        for (var i = 0; i <= json.length - value.length(); i++) {
            if (json[i] != first) continue;
            var same = 1;
            while (same < value.length() && json[i + same] == value.charAt(same)) same++;
            if (same == value.length()) return true;
        }
        return false;
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
