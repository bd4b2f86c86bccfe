package dev.plimsoll.apiserver.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import java.util.ArrayList;
import java.util.List;

/** What must hold of a label selector in an object. */
final class LabelSelectorChecks {
    private LabelSelectorChecks() {}

    static List<FieldError> of(JsonNode selector, String at) {
        var errors = new ArrayList<FieldError>();
        for (var label : selector.path("matchLabels").properties()) {
            invalid(errors, at + ".matchLabels", label.getKey(), LabelSyntax.qualifiedName(label.getKey()));
            var value = label.getValue().asText();
            invalid(errors, at + ".matchLabels", value, LabelSyntax.labelValue(value));
        }
        var i = 0;
        for (var expression : selector.path("matchExpressions")) {
            expression(expression, at + ".matchExpressions[" + i++ + "]", errors);
        }
        return errors;
    }

    private static void expression(JsonNode expression, String at, List<FieldError> errors) {
        var values = expression.path("values");
        var operator = expression.path("operator").asText();
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    errors.add(FieldError.required(
                            at + ".values", "must be specified when `operator` is 'In' or 'NotIn'"));
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    errors.add(FieldError.forbidden(
                            at + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
                }
            }
            default -> errors.add(FieldError.invalid(at + ".operator", operator, "not a valid selector operator"));
        }
        var key = expression.path("key").asText();
        invalid(errors, at + ".key", key, LabelSyntax.qualifiedName(key));
        var i = 0;
        for (var value : values) {
            invalid(errors, at + ".values[" + i++ + "]", value.asText(), LabelSyntax.labelValue(value.asText()));
        }
    }

    private static void invalid(List<FieldError> errors, String field, String text, List<String> problems) {
        for (var problem : problems) errors.add(FieldError.invalid(field, text, problem));
    }
}
