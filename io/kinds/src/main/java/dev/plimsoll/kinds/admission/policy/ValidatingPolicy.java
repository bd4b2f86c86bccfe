package dev.plimsoll.kinds.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.expressions.AdmissionCompiler;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Compiled;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Result;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A policy that judges writes.
 *
 * @param annotations what goes into the audit log, by key
 */
public record ValidatingPolicy(
        PolicyDefinition definition, List<PolicyValidation> validations, Map<String, Compiled> annotations) {
    public ValidatingPolicy {
        validations = List.copyOf(validations);
    }

    public static ValidatingPolicy read(JsonNode policy) {
        var compiler =
                new AdmissionCompiler(PolicyDefinition.hasParams(policy) ? Scope.POLICY_WITH_PARAMS : Scope.POLICY);
        var definition = PolicyDefinition.read(policy, compiler);
        var validations = new ArrayList<PolicyValidation>();
        for (var entry : policy.path("spec").path("validations"))
            validations.add(PolicyValidation.read(entry, compiler));
        var annotations = new LinkedHashMap<String, Compiled>();
        for (var entry : policy.path("spec").path("auditAnnotations")) {
            annotations.put(
                    entry.path("key").asText(),
                    compiler.compile(entry.path("valueExpression").asText(), Result.STRING_OR_NULL));
        }
        return new ValidatingPolicy(definition, validations, annotations);
    }

    public String name() {
        return definition.name();
    }
}
