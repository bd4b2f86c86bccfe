package dev.plimsoll.apiserver.admission.policy;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionExtension;
import dev.plimsoll.apiserver.admission.matching.ObjectMutation;
import dev.plimsoll.apiserver.admission.matching.RequestMatcher;
import dev.plimsoll.apiserver.decoding.BodyDecoder;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.admission.policy.MutatingPolicy;
import dev.plimsoll.kinds.admission.policy.ValidatingPolicy;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.builtin.Strategies;
import dev.plimsoll.kinds.expressions.functions.AuthorizerValues.Authorizer;

/** All policies that are written as expressions. */
public final class Policies implements AdmissionExtension {
    private static final String GROUP = "admissionregistration.k8s.io";

    private final ValidatingPolicies validating;
    private final MutatingPolicies mutating;

    public Policies(Registry registry, Kinds kinds, Authorizer authorizer, Strategies strategies, BodyDecoder decoder) {
        var matcher = new RequestMatcher(registry, kinds);
        var params = new PolicyParams(registry, kinds);
        var variables = new PolicyVariables(registry, kinds, authorizer);
        this.validating = new ValidatingPolicies(
                new PolicyIndex<>(
                        registry,
                        kinds.named(GROUP, "ValidatingAdmissionPolicy"),
                        kinds.named(GROUP, "ValidatingAdmissionPolicyBinding"),
                        ValidatingPolicy::read,
                        ValidatingPolicy::name),
                matcher,
                params,
                variables);
        this.mutating = new MutatingPolicies(
                new PolicyIndex<>(
                        registry,
                        kinds.named(GROUP, "MutatingAdmissionPolicy"),
                        kinds.named(GROUP, "MutatingAdmissionPolicyBinding"),
                        MutatingPolicy::read,
                        MutatingPolicy::name),
                matcher,
                params,
                variables,
                new MutationPatch(strategies),
                new ObjectMutation(decoder));
    }

    @Override
    public Round mutate(AdmissionAttributes review) {
        return mutating.mutate(review);
    }

    @Override
    public void mutateAgain(AdmissionAttributes review, Round round) {
        mutating.mutateAgain(review, round);
    }

    @Override
    public void validate(AdmissionAttributes review) {
        validating.validate(review);
    }
}
