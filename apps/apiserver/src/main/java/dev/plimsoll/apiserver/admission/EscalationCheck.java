package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.identity.Attributes;
import dev.plimsoll.apiserver.identity.Authorization;
import dev.plimsoll.apiserver.identity.PolicyRule;
import dev.plimsoll.apiserver.identity.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Nobody gives away what they do not have: roles and bindings stay within the rules of who writes them. */
final class EscalationCheck implements AdmissionStep {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final Set<String> ROLES = Set.of("Role", "ClusterRole");
    private static final Set<String> BINDINGS = Set.of("RoleBinding", "ClusterRoleBinding");

    private final Authorization authorization;

    EscalationCheck(Authorization authorization) {
        this.authorization = authorization;
    }

    @Override
    public void validate(Review review) {
        if (!review.kind().group().equals(GROUP) || review.operation() == Review.Operation.DELETE) return;
        if (review.user().groups().contains(User.MASTERS)) return;
        var document = review.object();
        if (ROLES.contains(review.kind().name())) role(review, document);
        else if (BINDINGS.contains(review.kind().name())) binding(review, document);
    }

    private void role(Review review, JsonNode role) {
        if (review.old() != null && review.old().path("rules").equals(role.path("rules"))) return;
        if (may(review, "escalate", review.kind().plural(), review.namespace(), review.name())) return;
        if (!role.path("aggregationRule").isMissingNode() && !may(review, "*", "*", "", "")) {
            throw review.forbidden("must have cluster-admin privileges to use the aggregationRule");
        }
        var rules = new ArrayList<PolicyRule>();
        for (var rule : role.path("rules")) rules.add(PolicyRule.of(rule));
        check(review, rules);
    }

    private void binding(Review review, JsonNode binding) {
        if (review.old() != null && review.old().path("subjects").equals(binding.path("subjects"))) return;
        var role = binding.path("roleRef");
        var cluster = role.path("kind").asText().equals("ClusterRole");
        var name = role.path("name").asText();
        if (may(review, "bind", cluster ? "clusterroles" : "roles", review.namespace(), name)) return;
        check(
                review,
                authorization.rulesOf(review.namespace(), role.path("kind").asText(), name));
    }

    private boolean may(Review review, String verb, String resource, String namespace, String name) {
        return authorization.allows(review.user(), new Attributes(verb, GROUP, resource, "", namespace, name, "", ""));
    }

    private void check(Review review, List<PolicyRule> wanted) {
        var missing = PolicyRule.missing(wanted, authorization.rules(review.user(), review.namespace()));
        if (missing.isEmpty()) return;
        var user = review.user();
        var lines = new StringBuilder("user \"")
                .append(user.name())
                .append("\" (groups=[")
                .append(String.join(
                        " ",
                        user.groups().stream().map(group -> '"' + group + '"').toList()))
                .append("]) is attempting to grant RBAC permissions not currently held:");
        missing.forEach(rule -> lines.append('\n').append(rule));
        throw review.forbidden(lines.toString());
    }
}
