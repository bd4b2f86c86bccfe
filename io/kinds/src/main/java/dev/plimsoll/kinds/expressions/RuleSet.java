package dev.plimsoll.kinds.expressions;

import dev.plimsoll.codec.structural.Structural;
import dev.plimsoll.core.validation.FieldError;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * All rules of a schema, by the schema that they stand in. A schema without rules of its own has an empty list if there are some
 * further inside.
 *
 * @param errors what cannot be understood
 */
record RuleSet(IdentityHashMap<Structural, List<CompiledRule>> rules, List<FieldError> errors) {
    RuleSet {
        errors = List.copyOf(errors);
    }

    /** Whether there is something to ask about values of a schema, or about what is in them. */
    boolean concerns(Structural schema) {
        return rules.containsKey(schema);
    }

    List<CompiledRule> of(Structural schema) {
        return rules.getOrDefault(schema, List.of());
    }
}
