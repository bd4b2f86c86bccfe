package dev.plimsoll.kinds.expressions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.Trail;
import dev.plimsoll.codec.structural.Correlation;
import dev.plimsoll.codec.structural.Junctions.Expression;
import dev.plimsoll.codec.structural.Structural;
import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks all rules of a schema about a document. */
final class RuleCheck {
    /** Nobody reads more. */
    private static final int MOST_ERRORS = 1_000;

    private final RuleSet rules;
    private final List<FieldError> errors = new ArrayList<>();
    private final CostBudget budget;
    private boolean stopped;

    private RuleCheck(RuleSet rules, CostBudget budget) {
        this.rules = rules;
        this.budget = budget;
    }

    static List<FieldError> of(
            ObjectNode document, Structural schema, RuleSet rules, @Nullable ObjectNode before, CostBudget budget) {
        var check = new RuleCheck(rules, budget);
        check.value(document, schema, Trail.ROOT, before);
        return check.errors;
    }

    private void value(JsonNode value, Structural schema, Trail path, @Nullable JsonNode before) {
        if (stopped || !rules.concerns(schema)) return;
        var compiled = rules.of(schema);
        if (!compiled.isEmpty() && !value.isNull()) {
            var self = SchemaValues.of(value, schema);
            var old = before == null || before.isNull() ? null : SchemaValues.of(before, schema);
            for (var rule : compiled) {
                // What a change leaves as it was is not asked again, unless the rule is about the change.
                if (!rule.comparing() && value.equals(before)) continue;
                ask(rule, self, old, schema, path);
                if (stopped) return;
            }
        }
        if (value instanceof ObjectNode object) {
            for (var entry : object.properties()) {
                var name = entry.getKey();
                var member = schema.member(name);
                if (member == null) continue;
                value(entry.getValue(), member, path.member(name), before == null ? null : before.get(name));
            }
        }
        if (!value.isArray() || schema.items() == null) return;
        var earlier = Correlation.of(before, schema);
        for (var i = 0; i < value.size(); i++) {
            value(value.get(i), schema.items(), path.entry(i), earlier.entry(value.get(i)));
        }
    }

    /** A rule that runs out of its budget is the last one that is asked: others would run out of it too. */
    private void ask(CompiledRule rule, Object self, @Nullable Object old, Structural schema, Trail path) {
        try {
            rule.refusal(self, old, budget).ifPresent(why -> errors.add(error(rule.source(), schema, path, why)));
            stopped = errors.size() >= MOST_ERRORS;
        } catch (CostBudget.Exceeded e) {
            stopped = true;
            var what = budget.isExhausted()
                    ? "validation failed due to running out of cost budget, no further validation rules will be run"
                    : e.getMessage()
                            + ": no further validation rules will be run due to call cost exceeds limit for rule: "
                            + rule.shown();
            errors.add(new FieldError(
                    FieldError.Type.INVALID,
                    path.toString().isEmpty() ? "<nil>" : path.toString(),
                    FieldError.quoted(schema.type().word()),
                    what));
        }
    }

    private static FieldError error(Expression source, Structural schema, Trail path, String why) {
        var place = path + source.fieldPath();
        var field = place.startsWith(".") ? place.substring(1) : place;
        var shown = FieldError.quoted(schema.type().word());
        var at = field.isEmpty() ? "<nil>" : field;
        return switch (source.reason()) {
            case "FieldValueRequired" -> FieldError.required(at, why);
            case "FieldValueForbidden" -> FieldError.forbidden(at, why);
            case "FieldValueDuplicate" -> new FieldError(FieldError.Type.DUPLICATE, at, shown, why);
            default -> new FieldError(FieldError.Type.INVALID, at, shown, why);
        };
    }
}
