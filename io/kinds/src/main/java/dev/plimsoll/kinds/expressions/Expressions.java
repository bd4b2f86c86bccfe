package dev.plimsoll.kinds.expressions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.structural.Structural;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Extension;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The rules of all kinds, each made ready when it is first asked. Nothing of the language is loaded before. */
public final class Expressions {
    /** With one of these, a document is not what rules expect it to be. */
    private static final Set<FieldError.Type> BLOCKING = Set.of(
            FieldError.Type.NOT_SUPPORTED,
            FieldError.Type.REQUIRED,
            FieldError.Type.TOO_LONG,
            FieldError.Type.TOO_MANY,
            FieldError.Type.TYPE_INVALID);

    private final Map<String, Ready> ready = new ConcurrentHashMap<>();

    /** The rules of a kind in one generation of its definition. */
    private record Ready(Extension extension, RuleSet rules) {}

    /** What rules say about a document of which the schema says this much already. */
    public List<FieldError> check(
            Extension extension, ObjectNode document, @Nullable ObjectNode before, List<FieldError> known) {
        if (!extension.hasRules()) return List.of();
        if (known.stream().anyMatch(each -> BLOCKING.contains(each.type()))) {
            return List.of(new FieldError(
                    FieldError.Type.INVALID,
                    "<nil>",
                    "null",
                    "some validation rules were not checked because the object was invalid; correct the existing errors "
                            + "to complete validation"));
        }
        return RuleCheck.of(document, extension.schema(), rules(extension), before, new CostBudget());
    }

    private RuleSet rules(Extension extension) {
        return ready.compute(
                        extension.key(),
                        (_, known) -> known != null && known.extension().equals(extension)
                                ? known
                                : new Ready(extension, RuleCompiler.compile(extension.schema(), "")))
                .rules();
    }

    /** What is wrong with the rules of a schema that stands at a path. */
    public static List<FieldError> errors(Structural schema, String path) {
        return schema.hasExpressions() ? RuleCompiler.compile(schema, path).errors() : List.of();
    }
}
