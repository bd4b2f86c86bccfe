package dev.plimsoll.kinds.rules.field;

/** What a selector in an object matches. One that is not there matches nothing. */
public final class Selectors {
    private Selectors() {}

    public static boolean matches(FieldValue selector, FieldValue labels) {
        if (!selector.isGiven()) return false;
        for (var wanted : selector.field("matchLabels").node().properties()) {
            if (!wanted.getValue().equals(labels.node().get(wanted.getKey()))) return false;
        }
        for (var expression : selector.field("matchExpressions").items()) {
            if (!matchesExpression(expression, labels)) return false;
        }
        return true;
    }

    private static boolean matchesExpression(FieldValue expression, FieldValue labels) {
        var value = labels.node().get(expression.field("key").text());
        return switch (expression.field("operator").text()) {
            case "In" -> value != null && has(expression, value.asText());
            case "NotIn" -> value == null || !has(expression, value.asText());
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            default -> false;
        };
    }

    private static boolean has(FieldValue expression, String value) {
        return expression.field("values").items().stream()
                .anyMatch(each -> each.text().equals(value));
    }

    public static boolean isEmpty(FieldValue selector) {
        return selector.field("matchLabels").isEmpty()
                && selector.field("matchExpressions").isEmpty();
    }
}
