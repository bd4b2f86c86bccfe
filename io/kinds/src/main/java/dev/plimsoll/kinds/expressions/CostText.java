package dev.plimsoll.kinds.expressions;

import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What is said of rules whose estimated cost is too high. */
final class CostText {
    /** Of one rule, as often as it may be asked for one object. */
    static final double RULE_LIMIT = 10_000_000;
    /** Of all rules of a schema. */
    static final double SCHEMA_LIMIT = 100_000_000;
    /** How many of the most expensive ones are named if all together are too expensive. */
    private static final int MOST_NAMED = 4;

    private final List<Expensive> all = new ArrayList<>();
    private double total;

    private record Expensive(String path, double cost) {}

    /** Adds an expression; an error if it is too expensive by itself. */
    List<FieldError> add(String path, String name, double cost) {
        total += cost;
        all.add(new Expensive(path, cost));
        return cost > RULE_LIMIT
                ? List.of(FieldError.forbidden(path, exceeds("estimated " + name + " cost", cost / RULE_LIMIT)))
                : List.of();
    }

    /** An error if all expressions together are too expensive; {@code path} is that of the schema. */
    List<FieldError> total(String path) {
        if (total <= SCHEMA_LIMIT) return List.of();
        var errors = new ArrayList<FieldError>();
        all.stream()
                .sorted(Comparator.comparingDouble(Expensive::cost).reversed())
                .limit(MOST_NAMED)
                .forEach(each -> errors.add(FieldError.forbidden(
                        each.path,
                        "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema")));
        errors.add(FieldError.forbidden(
                path,
                exceeds(
                        "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
                        total / SCHEMA_LIMIT)));
        return errors;
    }

    private static String exceeds(String what, double factor) {
        return what + " exceeds budget by factor of " + shown(factor)
                + " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are"
                + " declared)";
    }

    private static String shown(double factor) {
        if (factor > 100) return "more than 100x";
        return factor < 1.5 ? String.format(Locale.ROOT, "%fx", factor) : String.format(Locale.ROOT, "%.1fx", factor);
    }
}
