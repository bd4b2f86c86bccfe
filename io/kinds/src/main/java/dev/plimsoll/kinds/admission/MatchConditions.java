package dev.plimsoll.kinds.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.expressions.AdmissionCompiler;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Compiled;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Result;
import dev.plimsoll.kinds.expressions.AdmissionExpression.Outcome;
import dev.plimsoll.kinds.expressions.CostBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Expressions that must all be true of a write, or it does not concern a webhook or policy after all. */
public final class MatchConditions {
    /** What all conditions of one may cost together. */
    private static final long BUDGET = CostBudget.PER_OBJECT / 4;

    private final List<Condition> conditions;

    private record Condition(String text, Compiled compiled) {}

    private MatchConditions(List<Condition> conditions) {
        this.conditions = List.copyOf(conditions);
    }

    /** The {@code matchConditions} of a webhook or of the spec of a policy. */
    public static MatchConditions read(JsonNode owner, AdmissionCompiler compiler) {
        var conditions = new ArrayList<Condition>();
        for (var entry : owner.path("matchConditions")) {
            var text = entry.path("expression").asText();
            conditions.add(new Condition(text, compiler.compile(text, Result.BOOL)));
        }
        return new MatchConditions(conditions);
    }

    /** Whether the conditions hold. */
    public sealed interface Answer {
        Answer YES = new Yes();
        Answer NO = new No();

        record Yes() implements Answer {}

        record No() implements Answer {}

        /** No condition is false, and one could not be asked. */
        record Unknown(String why) implements Answer {}
    }

    public boolean isEmpty() {
        return conditions.isEmpty();
    }

    /** One that is false decides, whatever became of the others. */
    public Answer ask(Function<String, Optional<Object>> variables) {
        var budget = new CostBudget(BUDGET);
        var wrong = new ArrayList<String>();
        for (var condition : conditions) {
            switch (condition.compiled()) {
                case Compiled.Broken(var why) -> wrong.add(why);
                case Compiled.Ready(var expression) -> {
                    switch (expression.eval(variables, budget)) {
                        case Outcome.Value(var value) -> {
                            if (!Boolean.TRUE.equals(value)) return Answer.NO;
                        }
                        case Outcome.Failed(var why) ->
                            wrong.add("expression '" + condition.text() + "' resulted in error: " + why);
                        case Outcome.OverBudget(var why) -> wrong.add(why);
                    }
                }
            }
        }
        return wrong.isEmpty() ? Answer.YES : new Answer.Unknown(String.join(", ", wrong));
    }
}
