package dev.plimsoll.kinds.rules.field;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.LabelSyntax;

/** Sets of labels and selectors of them. */
public final class LabelSelectorRules {
    private LabelSelectorRules() {}

    /** Labels, or what is asked of labels; errors of keys and of values stand at the whole set. */
    public static void labels(FieldValue labels, Findings found) {
        for (var label : labels.node().properties()) {
            var key = label.getKey();
            var value = label.getValue().asText();
            for (var problem : LabelSyntax.qualifiedName(key)) {
                found.add(FieldError.invalid(labels.toString(), key, problem));
            }
            for (var problem : LabelSyntax.labelValue(value)) {
                found.add(FieldError.invalid(labels.toString(), value, problem));
            }
        }
    }

    public static void check(FieldValue selector, Findings found) {
        labels(selector.field("matchLabels"), found);
        for (var expression : selector.field("matchExpressions").items()) expression(expression, found);
    }

    private static void expression(FieldValue expression, Findings found) {
        var values = expression.field("values");
        switch (expression.field("operator").text()) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) found.required(values, "must be specified when `operator` is 'In' or 'NotIn'");
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    found.forbidden(values, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            default -> found.invalid(expression.field("operator"), "not a valid selector operator");
        }
        var key = expression.field("key");
        found.misspelled(key, LabelSyntax.qualifiedName(key.text()));
        for (var value : values.items()) found.misspelled(value, LabelSyntax.labelValue(value.text()));
    }

    /** Whether nothing is wrong with a selector, so that it can be asked what it matches. */
    public static boolean isSound(FieldValue selector) {
        var found = new Findings();
        check(selector, found);
        return found.isEmpty();
    }
}
