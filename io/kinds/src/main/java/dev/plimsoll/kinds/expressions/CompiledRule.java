package dev.plimsoll.kinds.expressions;

import com.google.common.collect.ImmutableMap;
import dev.cel.runtime.CelEvaluationException;
import dev.plimsoll.codec.structural.Junctions.Expression;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A rule that is ready to be asked.
 *
 * @param comparing whether it looks at what a value was before a change, and so has nothing to say where there was none
 * @param message what makes up the text of a refusal; null if there is nothing to compute
 */
record CompiledRule(
        Expression source,
        boolean comparing,
        MeteredProgram program,
        @Nullable MeteredProgram message) {

    /** What is wrong; empty if nothing is. The evaluation is paid for from the budget, and ends if that is too small. */
    Optional<String> refusal(Object self, @Nullable Object before, CostBudget budget) {
        if (comparing && before == null && !source.optionalOldSelf()) return Optional.empty();
        var variables = new ImmutableMap.Builder<String, Object>().put("self", self);
        if (source.optionalOldSelf()) variables.put("oldSelf", Optional.ofNullable(before));
        else if (before != null) variables.put("oldSelf", before);
        var given = variables.buildOrThrow();
        try {
            return Boolean.TRUE.equals(program.eval(given, budget))
                    ? Optional.empty()
                    : Optional.of(text(given, budget));
        } catch (CelEvaluationException e) {
            return Optional.of(EvaluationText.of(e) + " evaluating rule: " + shown());
        }
    }

    /** What a refusal calls the rule by. */
    String shown() {
        return source.message().isEmpty() ? source.rule() : source.message();
    }

    private String text(ImmutableMap<String, Object> given, CostBudget budget) {
        var computed = computed(given, budget);
        if (!computed.isEmpty()) return computed;
        return source.message().isEmpty() ? "failed rule: " + source.rule() : source.message();
    }

    /** A text that cannot be computed is as if there were none. */
    private String computed(ImmutableMap<String, Object> given, CostBudget budget) {
        if (message == null) return "";
        try {
            return message.eval(given, budget) instanceof String text ? text.strip() : "";
        } catch (CelEvaluationException e) {
            return "";
        }
    }
}
