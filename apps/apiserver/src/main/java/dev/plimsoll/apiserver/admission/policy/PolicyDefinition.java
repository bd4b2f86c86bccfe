package dev.plimsoll.apiserver.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.admission.matching.MatchConditions;
import dev.plimsoll.apiserver.admission.matching.MatchCriteria;
import dev.plimsoll.kinds.expressions.AdmissionCompiler;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Compiled;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What both kinds of policy have.
 *
 * @param ignoresFailures whether a write goes on when the policy cannot be evaluated
 * @param paramKind version and kind of its parameters; missing if it has none
 * @param variables by name, in their order
 */
record PolicyDefinition(
        String name,
        boolean ignoresFailures,
        JsonNode paramKind,
        MatchCriteria criteria,
        MatchConditions conditions,
        Map<String, Compiled> variables) {

    /** Compiles what is written; the compiler knows the variables afterwards. */
    static PolicyDefinition read(JsonNode policy, AdmissionCompiler compiler) {
        var spec = policy.path("spec");
        // Conditions come before variables, and do not see them.
        var conditions = MatchConditions.read(spec.path("matchConditions"), compiler);
        var variables = new LinkedHashMap<String, Compiled>();
        for (var variable : spec.path("variables")) {
            var name = variable.path("name").asText();
            variables.put(
                    name, compiler.variable(name, variable.path("expression").asText()));
        }
        return new PolicyDefinition(
                policy.path("metadata").path("name").asText(),
                spec.path("failurePolicy").asText().equals("Ignore"),
                spec.path("paramKind"),
                MatchCriteria.ofResources(spec.path("matchConstraints")),
                conditions,
                variables);
    }

    static boolean hasParams(JsonNode policy) {
        return policy.path("spec").path("paramKind").isObject();
    }
}
