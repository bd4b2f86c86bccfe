package dev.plimsoll.apiserver.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.admission.matching.MatchedRequest;
import dev.plimsoll.apiserver.admission.matching.RequestVariables;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.admission.policy.PolicyDefinition;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Compiled;
import dev.plimsoll.kinds.expressions.AdmissionExpression.Outcome;
import dev.plimsoll.kinds.expressions.CostBudget;
import dev.plimsoll.kinds.expressions.functions.AuthorizerValues.Authorizer;
import org.jspecify.annotations.Nullable;

/** What the expressions of policies see: a write, the parameters, the namespace, and the policy's own variables. */
final class PolicyVariables {
    private final Registry registry;
    private final Kind namespaces;
    private final Authorizer authorizer;

    PolicyVariables(Registry registry, Kinds kinds, Authorizer authorizer) {
        this.registry = registry;
        this.namespaces = kinds.named("", "Namespace");
        this.authorizer = authorizer;
    }

    RequestVariables of(PolicyDefinition policy, MatchedRequest request, JsonNode params, CostBudget budget) {
        var variables = new RequestVariables(request, authorizer)
                .with("params", () -> params)
                .with("namespaceObject", () -> namespace(request));
        policy.variables()
                .forEach((name, compiled) ->
                        variables.computed("variables." + name, () -> value(name, compiled, variables, budget)));
        return variables;
    }

    private static Object value(String name, Compiled compiled, RequestVariables variables, CostBudget budget) {
        return switch (compiled) {
            case Compiled.Broken(var why) -> throw failed(name, why);
            case Compiled.Ready(var expression) ->
                switch (expression.eval(variables, budget)) {
                    case Outcome.Value(var value) -> value;
                    case Outcome.Failed(var why) -> throw failed(name, why);
                    case Outcome.OverBudget(var why) -> throw failed(name, why);
                };
        };
    }

    private static IllegalArgumentException failed(String name, String why) {
        return new IllegalArgumentException("composited variable \"" + name + "\" fails to evaluate: " + why);
    }

    /** Null for what stands in no namespace, and for namespaces themselves. */
    private @Nullable JsonNode namespace(MatchedRequest request) {
        var review = request.review();
        if (!review.kind().namespaced() || review.namespace().isEmpty()) return null;
        return registry.find(namespaces, "", review.namespace())
                .map(object -> (JsonNode) object.tree())
                .orElse(null);
    }
}
