package dev.plimsoll.kinds.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/** Versions in which webhooks are asked. Each webhook lists those that it understands, the ones it likes best first. */
public enum ReviewVersion {
    V1("v1"),
    /** Its answers need not repeat the question's identity, nor say that their patch is a JSON patch. */
    V1BETA1("v1beta1");

    /** As messages name them. */
    public static final String ALL =
            Arrays.stream(values()).map(ReviewVersion::text).collect(Collectors.joining(", "));

    private final String text;

    ReviewVersion(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** The first of a list that is known here. Lists that hold none are refused before they are stored. */
    static ReviewVersion firstOf(JsonNode versions) {
        for (var version : versions) {
            for (var known : values()) if (known.text.equals(version.asText())) return known;
        }
        return V1;
    }

    /** What is wrong with the list of a webhook, if it has one. */
    public static void check(String at, JsonNode versions, List<FieldError> errors) {
        var seen = new HashSet<String>();
        for (var i = 0; i < versions.size(); i++) {
            var version = versions.get(i).asText();
            for (var problem : DnsSyntax.label1035(version)) {
                errors.add(FieldError.invalid(at + "[" + i + "]", version, problem));
            }
            if (!seen.add(version)) {
                errors.add(FieldError.invalid(at + "[" + i + "]", version, "duplicate version"));
            }
        }
        if (Arrays.stream(values()).map(ReviewVersion::text).anyMatch(seen::contains)) return;
        errors.add(new FieldError(
                FieldError.Type.INVALID, at, versions.toString(), "must include at least one of " + ALL));
    }
}
