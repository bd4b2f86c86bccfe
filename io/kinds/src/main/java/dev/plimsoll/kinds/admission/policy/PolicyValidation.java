package dev.plimsoll.kinds.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.expressions.AdmissionCompiler;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Compiled;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Result;
import dev.plimsoll.kinds.expressions.AdmissionExpression.Outcome;
import dev.plimsoll.kinds.expressions.CostBudget;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One expression that must be true.
 *
 * @param messageExpression null if there is none
 */
public record PolicyValidation(
        String text,
        Compiled expression,
        String message,
        @Nullable Compiled messageExpression,
        String reason) {
    private static final int LONGEST_MESSAGE = 5 << 10;

    static PolicyValidation read(JsonNode entry, AdmissionCompiler compiler) {
        var text = entry.path("expression").asText();
        var message = entry.path("messageExpression").asText();
        return new PolicyValidation(
                text,
                compiler.compile(text, Result.BOOL),
                entry.path("message").asText().strip(),
                message.isEmpty() ? null : compiler.compile(message, Result.STRING),
                entry.path("reason").asText("Invalid"));
    }

    /** What came of one expression. */
    public sealed interface Answer {
        record Passed() implements Answer {}

        record Refused(String message, String reason) implements Answer {}

        /** It could not be evaluated; the failure policy decides. */
        record Failed(String message) implements Answer {}

        /** Nothing else can be evaluated either. */
        record Exhausted(String message) implements Answer {}
    }

    public Answer ask(Function<String, Optional<Object>> variables, CostBudget budget) {
        return switch (expression) {
            case Compiled.Broken(var why) -> new Answer.Failed("compilation error: " + why);
            case Compiled.Ready(var ready) ->
                switch (ready.eval(variables, budget)) {
                    case Outcome.Value(var value) ->
                        Boolean.TRUE.equals(value)
                                ? new Answer.Passed()
                                : new Answer.Refused(shown(variables, budget), reason);
                    case Outcome.Failed(var why) ->
                        new Answer.Failed("expression '" + text + "' resulted in error: " + why);
                    case Outcome.OverBudget(var why) -> new Answer.Exhausted(why);
                };
        };
    }

    /** The computed message, or the fixed one, or the expression itself. */
    private String shown(Function<String, Optional<Object>> variables, CostBudget budget) {
        if (messageExpression instanceof Compiled.Ready(var ready)
                && ready.eval(variables, budget) instanceof Outcome.Value(var value)
                && value instanceof String computed) {
            var line = computed.strip();
            if (!line.isEmpty() && line.length() <= LONGEST_MESSAGE && line.indexOf('\n') < 0) return line;
        }
        return message.isEmpty() ? "failed expression: " + text.strip() : message;
    }
}
