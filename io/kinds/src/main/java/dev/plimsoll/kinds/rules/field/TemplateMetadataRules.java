package dev.plimsoll.kinds.rules.field;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** The metadata of a template: labels and annotations. What each object has for itself is not for a template to say. */
public final class TemplateMetadataRules {
    private static final int ANNOTATION_BYTES = 256 << 10;
    private static final List<String> NOT_OF_TEMPLATES = List.of(
            "name",
            "generateName",
            "namespace",
            "selfLink",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "ownerReferences",
            "finalizers",
            "managedFields");

    private TemplateMetadataRules() {}

    public static void check(FieldValue metadata, Findings found) {
        annotations(metadata.field("annotations"), found);
        LabelSelectorRules.labels(metadata.field("labels"), found);
        for (var name : NOT_OF_TEMPLATES) {
            if (metadata.field(name).isEmpty()) continue;
            // Messages spell this one as the source of Kubernetes does.
            found.forbidden(metadata.field(name.equals("uid") ? "uID" : name), "cannot be set");
        }
    }

    private static void annotations(FieldValue annotations, Findings found) {
        var bytes = 0L;
        for (var annotation : annotations.node().properties()) {
            var key = annotation.getKey();
            for (var problem : LabelSyntax.qualifiedName(key.toLowerCase(Locale.ROOT))) {
                found.add(FieldError.invalid(annotations.toString(), key, problem));
            }
            bytes += bytes(key) + bytes(annotation.getValue().asText());
        }
        if (bytes > ANNOTATION_BYTES) found.tooLong(annotations, ANNOTATION_BYTES);
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
