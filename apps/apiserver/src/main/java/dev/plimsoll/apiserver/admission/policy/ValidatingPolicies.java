package dev.plimsoll.apiserver.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.matching.MatchedRequest;
import dev.plimsoll.apiserver.admission.matching.RequestMatcher;
import dev.plimsoll.apiserver.admission.matching.RequestVariables;
import dev.plimsoll.kinds.admission.MatchConditions;
import dev.plimsoll.kinds.admission.policy.PolicyBinding;
import dev.plimsoll.kinds.admission.policy.PolicyValidation;
import dev.plimsoll.kinds.admission.policy.ValidatingPolicy;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Compiled;
import dev.plimsoll.kinds.expressions.AdmissionExpression.Outcome;
import dev.plimsoll.kinds.expressions.CostBudget;

/** Asks all validating policies about a write. */
final class ValidatingPolicies {
    private final PolicyIndex<ValidatingPolicy> index;
    private final RequestMatcher matcher;
    private final PolicyParams params;
    private final PolicyVariables variables;

    ValidatingPolicies(
            PolicyIndex<ValidatingPolicy> index,
            RequestMatcher matcher,
            PolicyParams params,
            PolicyVariables variables) {
        this.index = index;
        this.matcher = matcher;
        this.params = params;
        this.variables = variables;
    }

    void validate(AdmissionAttributes review) {
        var bound = index.current();
        if (bound.isEmpty()) return;
        var failures = new PolicyFailures(review);
        for (var each : bound) {
            var matched = matcher.match(each.policy().definition().criteria(), review);
            if (matched.isEmpty()) continue;
            for (var binding : each.bindings()) {
                if (matcher.match(binding.criteria(), review).isPresent()) {
                    ask(each.policy(), binding, matched.get(), failures);
                }
            }
        }
        failures.settle();
    }

    private void ask(ValidatingPolicy policy, PolicyBinding binding, MatchedRequest request, PolicyFailures failures) {
        switch (params.of(policy.definition(), binding, request)) {
            case PolicyParams.Found.Misconfigured(var why) -> {
                if (!policy.definition().ignoresFailures()) failures.misconfigured(policy.name(), binding, why);
            }
            case PolicyParams.Found.Params(var all) -> {
                for (var each : all) ask(policy, binding, request, each, failures);
            }
        }
    }

    private void ask(
            ValidatingPolicy policy,
            PolicyBinding binding,
            MatchedRequest request,
            JsonNode given,
            PolicyFailures failures) {
        var definition = policy.definition();
        var budget = new CostBudget(CostBudget.PER_OBJECT);
        var seen = variables.of(definition, request, given, budget);
        switch (definition.conditions().ask(seen)) {
            case MatchConditions.Answer.No _ -> {}
            case MatchConditions.Answer.Unknown(var why) -> {
                if (!definition.ignoresFailures()) failures.failed(policy.name(), binding, 0, why, "Invalid");
            }
            case MatchConditions.Answer.Yes _ -> {
                validate(policy, binding, seen, budget, failures);
                annotate(policy, binding, seen, budget, failures);
            }
        }
    }

    private static void validate(
            ValidatingPolicy policy,
            PolicyBinding binding,
            RequestVariables seen,
            CostBudget budget,
            PolicyFailures failures) {
        for (var i = 0; i < policy.validations().size(); i++) {
            var answer = policy.validations().get(i).ask(seen, budget);
            switch (answer) {
                case PolicyValidation.Answer.Passed _ -> {}
                case PolicyValidation.Answer.Refused(var message, var reason) ->
                    failures.failed(policy.name(), binding, i, message, reason);
                case PolicyValidation.Answer.Failed(var message) -> {
                    if (!policy.definition().ignoresFailures()) {
                        failures.failed(policy.name(), binding, i, message, "Invalid");
                    }
                }
                case PolicyValidation.Answer.Exhausted(var message) -> {
                    if (!policy.definition().ignoresFailures()) {
                        failures.failed(policy.name(), binding, i, message, "Invalid");
                    }
                    return;
                }
            }
        }
    }

    private static void annotate(
            ValidatingPolicy policy,
            PolicyBinding binding,
            RequestVariables seen,
            CostBudget budget,
            PolicyFailures failures) {
        policy.annotations().forEach((key, compiled) -> {
            var outcome = compiled instanceof Compiled.Ready(var ready)
                    ? ready.eval(seen, budget)
                    : new Outcome.Failed("compilation error");
            switch (outcome) {
                case Outcome.Value(var value) -> {
                    if (value instanceof String text && !text.isBlank()) {
                        failures.annotate(policy.name(), key, text.strip());
                    }
                }
                case Outcome.Failed(var why) -> notAnnotated(policy, binding, key, why, failures);
                case Outcome.OverBudget(var why) -> notAnnotated(policy, binding, key, why, failures);
            }
        });
    }

    private static void notAnnotated(
            ValidatingPolicy policy, PolicyBinding binding, String key, String why, PolicyFailures failures) {
        if (policy.definition().ignoresFailures()) return;
        failures.failed(
                policy.name(), binding, 0, "auditAnnotation \"" + key + "\" resulted in error: " + why, "Invalid");
    }
}
