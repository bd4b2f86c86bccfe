package dev.plimsoll.kinds.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.admission.MatchConditions;
import dev.plimsoll.kinds.admission.MatchCriteria;
import dev.plimsoll.kinds.expressions.AdmissionCompiler;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Compiled;
import dev.plimsoll.objects.MetadataReader;
import dev.plimsoll.objects.TypeMeta;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What both kinds of policy have.
 *
 * @param ignoresFailures whether a write goes on when the policy cannot be evaluated
 * @param paramKind of its parameters; null if it has none
 * @param variables by name, in their order
 */
public record PolicyDefinition(
        String name,
        boolean ignoresFailures,
        @Nullable TypeMeta paramKind,
        MatchCriteria criteria,
        MatchConditions conditions,
        Map<String, Compiled> variables) {

    /** Compiles what is written; the compiler knows the variables afterwards. */
    static PolicyDefinition read(JsonNode policy, AdmissionCompiler compiler) {
        var spec = policy.path("spec");
        // Conditions come before variables, and do not see them.
        var conditions = MatchConditions.read(spec, compiler);
        var variables = new LinkedHashMap<String, Compiled>();
        for (var variable : spec.path("variables")) {
            var name = variable.path("name").asText();
            variables.put(
                    name, compiler.variable(name, variable.path("expression").asText()));
        }
        return new PolicyDefinition(
                MetadataReader.name(policy),
                spec.path("failurePolicy").asText().equals("Ignore"),
                hasParams(policy) ? TypeMeta.of(spec.path("paramKind")) : null,
                MatchCriteria.ofResources(spec.path("matchConstraints")),
                conditions,
                variables);
    }

    static boolean hasParams(JsonNode policy) {
        return policy.path("spec").path("paramKind").isObject();
    }
}
