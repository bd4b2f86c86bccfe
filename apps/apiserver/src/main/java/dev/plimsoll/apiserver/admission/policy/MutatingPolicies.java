package dev.plimsoll.apiserver.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionAttributes.Operation;
import dev.plimsoll.apiserver.admission.AdmissionExtension.Round;
import dev.plimsoll.apiserver.admission.matching.MatchedRequest;
import dev.plimsoll.apiserver.admission.matching.ObjectMutation;
import dev.plimsoll.apiserver.admission.matching.RequestMatcher;
import dev.plimsoll.apiserver.admission.policy.PolicyIndex.Bound;
import dev.plimsoll.kinds.admission.MatchConditions;
import dev.plimsoll.kinds.admission.policy.MutatingPolicy;
import dev.plimsoll.kinds.admission.policy.MutatingPolicy.Mutation;
import dev.plimsoll.kinds.admission.policy.PolicyBinding;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Compiled;
import dev.plimsoll.kinds.expressions.AdmissionExpression.Outcome;
import dev.plimsoll.kinds.expressions.CostBudget;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.refusal.StatusObject;
import java.util.LinkedHashMap;

/** Lets mutating policies change what is written, one after the other. */
final class MutatingPolicies {
    private final PolicyIndex<MutatingPolicy> index;
    private final RequestMatcher matcher;
    private final PolicyParams params;
    private final PolicyVariables variables;
    private final MutationPatch patch;
    private final ObjectMutation change;

    MutatingPolicies(
            PolicyIndex<MutatingPolicy> index,
            RequestMatcher matcher,
            PolicyParams params,
            PolicyVariables variables,
            MutationPatch patch,
            ObjectMutation change) {
        this.index = index;
        this.matcher = matcher;
        this.params = params;
        this.variables = variables;
        this.patch = patch;
        this.change = change;
    }

    Round mutate(AdmissionAttributes review) {
        var changed = false;
        var left = new LinkedHashMap<String, ObjectNode>();
        for (var each : index.current()) {
            changed |= ask(each, review);
            if (each.policy().askedAgain()) {
                left.put(each.policy().name(), review.object().deepCopy());
            }
        }
        return new Round(changed, left);
    }

    void mutateAgain(AdmissionAttributes review, Round round) {
        if (round.left().isEmpty()) return;
        for (var each : index.current()) {
            var last = round.left().get(each.policy().name());
            if (last != null && !last.equals(review.object())) ask(each, review);
        }
    }

    private boolean ask(Bound<MutatingPolicy> bound, AdmissionAttributes review) {
        if (review.operation() == Operation.DELETE) return false;
        var policy = bound.policy();
        var matched = matcher.match(policy.definition().criteria(), review);
        if (matched.isEmpty()) return false;
        var changed = false;
        for (var binding : bound.bindings()) {
            if (matcher.match(binding.criteria(), review).isPresent()) changed |= ask(policy, binding, matched.get());
        }
        return changed;
    }

    private boolean ask(MutatingPolicy policy, PolicyBinding binding, MatchedRequest request) {
        return switch (params.of(policy.definition(), binding, request)) {
            case PolicyParams.Found.Misconfigured(var why) ->
                failed(policy, binding, "failed to configure binding: " + why);
            case PolicyParams.Found.Params(var all) -> {
                var changed = false;
                for (var each : all) changed |= ask(policy, binding, request, each);
                yield changed;
            }
        };
    }

    private boolean ask(MutatingPolicy policy, PolicyBinding binding, MatchedRequest request, JsonNode given) {
        var definition = policy.definition();
        var budget = new CostBudget(CostBudget.PER_OBJECT);
        return switch (definition.conditions().ask(variables.of(definition, request, given, budget))) {
            case MatchConditions.Answer.No _ -> false;
            case MatchConditions.Answer.Unknown(var why) -> failed(policy, binding, why);
            case MatchConditions.Answer.Yes _ -> {
                var changed = false;
                for (var mutation : policy.mutations()) {
                    // Each sees what the one before it made of the object.
                    changed |= mutate(policy, binding, request, given, mutation, budget);
                }
                yield changed;
            }
        };
    }

    private boolean mutate(
            MutatingPolicy policy,
            PolicyBinding binding,
            MatchedRequest request,
            JsonNode given,
            Mutation mutation,
            CostBudget budget) {
        if (!(mutation.expression() instanceof Compiled.Ready(var expression))) {
            return failed(policy, binding, "compilation error: " + ((Compiled.Broken) mutation.expression()).why());
        }
        var seen = variables.of(policy.definition(), request, given, budget);
        return switch (expression.eval(seen, budget)) {
            case Outcome.Failed(var why) ->
                failed(policy, binding, "expression '" + expression.text() + "' resulted in error: " + why);
            case Outcome.OverBudget(var why) -> failed(policy, binding, why);
            case Outcome.Value(var value) ->
                switch (patch.of(request, mutation.applies(), value)) {
                    case MutationPatch.Result.Refused(var why) -> failed(policy, binding, why);
                    case MutationPatch.Result.Changed(var tree) -> put(policy, binding, request, tree);
                };
        };
    }

    private boolean put(MutatingPolicy policy, PolicyBinding binding, MatchedRequest request, ObjectNode tree) {
        try {
            return change.put(request, tree);
        } catch (RefusedException e) {
            if (e.refusal() instanceof Refusal.Internal(var why)) return failed(policy, binding, why);
            throw e;
        }
    }

    /** Refuses the write, or leaves the object as it is if the policy says so. */
    private static boolean failed(MutatingPolicy policy, PolicyBinding binding, String why) {
        if (policy.definition().ignoresFailures()) return false;
        var message = "policy '" + policy.name() + "' with binding '" + binding.name() + "' denied request: " + why;
        throw new RefusedException(new Refusal.Rejected(StatusObject.failure(422, "Invalid", message, null)));
    }
}
