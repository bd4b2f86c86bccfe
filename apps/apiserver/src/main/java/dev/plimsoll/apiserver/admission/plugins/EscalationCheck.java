package dev.plimsoll.apiserver.admission.plugins;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.apiserver.authorization.RoleIndex.Found;
import dev.plimsoll.apiserver.request.RequestTarget;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.documents.GarbageCollectionFields;
import dev.plimsoll.kinds.rbac.PolicyRule;
import dev.plimsoll.kinds.rbac.Role;
import dev.plimsoll.kinds.rbac.RoleRef;
import dev.plimsoll.kinds.rbac.RuleCoverage;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.access.Attributes;
import dev.plimsoll.objects.access.User;
import java.util.List;
import java.util.Set;

/**
 * Nobody gives away what they do not have: roles and bindings stay within the rules of who writes them. That the rules of a role
 * are the same as before is no excuse: with other labels they may count for somebody else.
 */
final class EscalationCheck implements AdmissionStep {
    private static final Set<String> ROLES = Set.of("Role", "ClusterRole");
    private static final Set<String> BINDINGS = Set.of("RoleBinding", "ClusterRoleBinding");

    private final Authorization authorization;

    EscalationCheck(Authorization authorization) {
        this.authorization = authorization;
    }

    @Override
    public void authorize(AdmissionAttributes review) {
        if (!review.kind().group().equals(RoleRef.GROUP) || review.operation() == AdmissionAttributes.Operation.DELETE)
            return;
        if (review.user().groups().contains(User.MASTERS)) return;
        var old = review.old();
        if (old != null && GarbageCollectionFields.onlyDiffer(review.object(), old)) return;
        if (ROLES.contains(review.kind().name())) role(review);
        else if (BINDINGS.contains(review.kind().name())) binding(review);
    }

    private void role(AdmissionAttributes review) {
        // Of a POST the name is not known when it is asked whether this is allowed.
        var name = review.context().target().map(RequestTarget::name).orElse("");
        if (may(review, "escalate", RoleRef.GROUP, review.kind().plural(), name)) return;
        cover(review, Role.rules(review.object()));
        var old = review.old();
        var aggregated = Role.isAggregated(review.object()) || (old != null && Role.isAggregated(old));
        if (!aggregated || missing(review, RuleCoverage.FULL_AUTHORITY).isEmpty()) return;
        throw review.forbidden("must have cluster-admin privileges to use the aggregationRule");
    }

    private void binding(AdmissionAttributes review) {
        var role = RoleRef.of(review.object());
        var known = role.isRole() || role.isClusterRole();
        if (known && may(review, "bind", role.apiGroup(), role.resource(), role.name())) return;
        switch (authorization.rulesOf(review.namespace(), role)) {
            case Found.Rules(var rules) -> cover(review, rules);
            case Found.Missing() ->
                throw new RefusedException(new Refusal.NotFound(RoleRef.GROUP, role.resource(), role.name()));
            case Found.Unsupported() ->
                throw new RefusedException(
                        new Refusal.BadRequest("unsupported role reference kind: " + FieldError.quoted(role.kind())));
        }
    }

    private boolean may(AdmissionAttributes review, String verb, String group, String resource, String name) {
        return authorization.allows(
                review.user(), new Attributes(verb, group, resource, "", review.namespace(), name, "", ""));
    }

    private List<PolicyRule> missing(AdmissionAttributes review, List<PolicyRule> wanted) {
        return RuleCoverage.missing(wanted, authorization.rules(review.user(), review.namespace()));
    }

    private void cover(AdmissionAttributes review, List<PolicyRule> wanted) {
        if (wanted.isEmpty()) return;
        if (RuleCoverage.isTooMuch(wanted)) {
            throw review.forbidden("the rules name more than " + RuleCoverage.MOST_PERMISSIONS
                    + " permissions, which are too many to compare with those currently held: write several roles");
        }
        var user = review.user();
        var held = authorization.held(user, review.namespace());
        var missing = RuleCoverage.missing(wanted, held.rules());
        if (missing.isEmpty()) return;
        var groups = user.groups().stream().map(FieldError::quoted).toList();
        var text = "user " + FieldError.quoted(user.name()) + " (groups=[" + String.join(" ", groups)
                + "]) is attempting to grant RBAC permissions not currently held:\n"
                + String.join("\n", RuleCoverage.lines(missing));
        throw review.forbidden(
                held.problems().isEmpty()
                        ? text
                        : text + "; resolution errors: [" + String.join(" ", held.problems()) + "]");
    }
}
