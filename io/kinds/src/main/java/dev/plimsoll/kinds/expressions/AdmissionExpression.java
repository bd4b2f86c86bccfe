package dev.plimsoll.kinds.expressions;

import dev.cel.common.types.CelType;
import dev.cel.runtime.CelEvaluationException;
import java.util.Optional;
import java.util.function.Function;

/** An expression about a write that is ready to be asked. */
public final class AdmissionExpression {
    private final String text;
    private final CelType type;
    private final MeteredProgram program;

    AdmissionExpression(String text, CelType type, MeteredProgram program) {
        this.text = text;
        this.type = type;
        this.program = program;
    }

    /** What came of asking. */
    public sealed interface Outcome {
        record Value(Object value) implements Outcome {}

        record Failed(String why) implements Outcome {}

        /** The expression, or all together, cost more than they may. */
        record OverBudget(String why) implements Outcome {}
    }

    /** What was written. */
    public String text() {
        return text;
    }

    CelType type() {
        return type;
    }

    /** Asks; a variable is looked up when the expression gets to it. */
    public Outcome eval(Function<String, Optional<Object>> variables, CostBudget budget) {
        try {
            return new Outcome.Value(program.eval(variables::apply, budget));
        } catch (CelEvaluationException e) {
            return new Outcome.Failed(EvaluationText.of(e));
        } catch (CostBudget.Exceeded e) {
            return new Outcome.OverBudget(
                    budget.isExhausted()
                            ? "validation failed due to running out of cost budget, no further validation rules will be run"
                            : e.getMessage()
                                    + ": no further validation rules will be run due to call cost exceeds limit for rule");
        }
    }
}
