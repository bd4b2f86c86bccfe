package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.validation.syntax.LabelSyntax;
import java.util.Map;
import java.util.TreeMap;

/** A set of labels: on an object, or asked of a node. Errors of keys and of values are at the path of the whole set. */
final class LabelRules {
    private LabelRules() {}

    static void check(Map<String, String> labels, FieldPath path, FieldErrors found) {
        for (var label : new TreeMap<>(labels).entrySet()) {
            found.misspelled(path, label.getKey(), LabelSyntax.qualifiedName(label.getKey()));
            found.misspelled(path, label.getValue(), LabelSyntax.labelValue(label.getValue()));
        }
    }
}
