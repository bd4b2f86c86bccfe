package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The metadata of a namespaced object whose name is a DNS subdomain. A missing name is fine where one can be generated,
 * a missing namespace because the request's namespace is taken: both are filled in before validation.
 */
final class MetadataRules {
    private static final int ANNOTATION_BYTES = 256 * 1024;

    private MetadataRules() {}

    static void check(ObjectMeta metadata, FieldPath path, FieldErrors found) {
        names(metadata, path, found);
        if (metadata.generation() < 0) {
            found.invalid(path.child("generation"), metadata.generation(), "must be greater than or equal to 0");
        }
        LabelRules.check(metadata.labels(), path.child("labels"), found);
        annotations(metadata.annotations(), path.child("annotations"), found);
    }

    private static void names(ObjectMeta metadata, FieldPath path, FieldErrors found) {
        var generateName = metadata.generateName();
        if (!generateName.isEmpty()) {
            found.misspelled(
                    path.child("generateName"), generateName, DnsSyntax.subdomain(withoutFinalDash(generateName)));
        }
        if (!metadata.name().isEmpty()) {
            found.misspelled(path.child("name"), metadata.name(), DnsSyntax.subdomain(metadata.name()));
        } else if (generateName.isEmpty()) {
            found.required(path.child("name"), "name or generateName is required");
        }
        if (!metadata.namespace().isEmpty()) {
            found.misspelled(path.child("namespace"), metadata.namespace(), DnsSyntax.label(metadata.namespace()));
        }
    }

    /** A prefix may end in a dash, since more follows. The server does not look at the character before that dash. */
    private static String withoutFinalDash(String prefix) {
        if (prefix.length() < 2 || !prefix.endsWith("-")) return prefix;
        return prefix.substring(0, prefix.length() - 2) + "a";
    }

    private static void annotations(Map<String, String> annotations, FieldPath path, FieldErrors found) {
        var bytes = 0L;
        for (var annotation : new TreeMap<>(annotations).entrySet()) {
            var key = annotation.getKey();
            found.misspelled(path, key, LabelSyntax.qualifiedName(lowerCase(key)));
            bytes += bytes(key) + bytes(annotation.getValue());
        }
        if (bytes > ANNOTATION_BYTES) found.tooLong(path, ANNOTATION_BYTES);
    }

    /** Character by character: {@link String#toLowerCase} would turn a dotted capital I into two characters. */
    private static String lowerCase(String text) {
        return text.codePoints()
                .map(Character::toLowerCase)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
