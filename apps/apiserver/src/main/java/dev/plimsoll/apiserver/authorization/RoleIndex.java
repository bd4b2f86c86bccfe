package dev.plimsoll.apiserver.authorization;

import dev.plimsoll.apiserver.storage.ObjectKey;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.rbac.PolicyRule;
import dev.plimsoll.kinds.rbac.Role;
import dev.plimsoll.kinds.rbac.RoleBinding;
import dev.plimsoll.kinds.rbac.RoleRef;
import dev.plimsoll.objects.access.AccessDecision;
import dev.plimsoll.objects.access.Attributes;
import dev.plimsoll.objects.access.User;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/** Which rules somebody has: roles and their bindings, kept ready as they change. */
public final class RoleIndex {
    private final Registry registry;
    private final Kind roleKind;
    private final Kind clusterRoleKind;
    private final Kind bindingKind;
    private final Kind clusterBindingKind;
    private final ParsedIndex<Role> roles = new ParsedIndex<>(Role::of);
    private final ParsedIndex<Role> clusterRoles = new ParsedIndex<>(Role::of);
    private final ParsedIndex<RoleBinding> bindings = new ParsedIndex<>(RoleBinding::of);
    private final ParsedIndex<RoleBinding> clusterBindings = new ParsedIndex<>(RoleBinding::of);

    public RoleIndex(Registry registry, Kinds kinds) {
        this.registry = registry;
        this.roleKind = kinds.named(RoleRef.GROUP, "Role");
        this.clusterRoleKind = kinds.named(RoleRef.GROUP, "ClusterRole");
        this.bindingKind = kinds.named(RoleRef.GROUP, "RoleBinding");
        this.clusterBindingKind = kinds.named(RoleRef.GROUP, "ClusterRoleBinding");
        registry.observe(roleKind, roles);
        registry.observe(clusterRoleKind, clusterRoles);
        registry.observe(bindingKind, bindings);
        registry.observe(clusterBindingKind, clusterBindings);
    }

    /** The rules of a role that a binding refers to. */
    public sealed interface Found {
        record Rules(List<PolicyRule> rules) implements Found {}

        /** It is not there. */
        record Missing() implements Found {}

        /** There is no such kind of role. */
        record Unsupported() implements Found {}
    }

    /**
     * Rules of somebody.
     *
     * @param problems bindings that give nothing, because their role is not there
     */
    public record Held(List<PolicyRule> rules, List<String> problems) {}

    AccessDecision decide(User user, Attributes attributes) {
        var problems = new LinkedHashSet<String>();
        var reasons = new ArrayList<String>(1);
        visit(user, attributes.namespace(), problems, (binding, rule) -> {
            if (!rule.allows(attributes)) return true;
            binding.subjectOf(user).ifPresent(subject -> reasons.add(binding.reason(subject)));
            return false;
        });
        if (!reasons.isEmpty()) return new AccessDecision.Allowed(reasons.getFirst());
        return problems.isEmpty() ? AccessDecision.DENIED : new AccessDecision.Denied("RBAC: " + joined(problems));
    }

    /** Several problems in brackets, one as it is. */
    private static String joined(Set<String> problems) {
        return problems.size() == 1 ? problems.iterator().next() : "[" + String.join(", ", problems) + "]";
    }

    /** All rules that the user has in a namespace and in the cluster; in the cluster only, if the namespace is empty. */
    Held rules(User user, String namespace) {
        var problems = new LinkedHashSet<String>();
        var rules = new ArrayList<PolicyRule>();
        visit(user, namespace, problems, (_, rule) -> rules.add(rule));
        return new Held(rules, problems.isEmpty() ? List.of() : List.of(joined(problems)));
    }

    /** Shows every rule of the user and the binding that gives it, until {@code goOn} has seen enough. */
    private void visit(User user, String namespace, Set<String> problems, BiPredicate<RoleBinding, PolicyRule> goOn) {
        awaitOwnWrites();
        for (var binding : clusterBindings.all()) if (!visit(user, binding, problems, goOn)) return;
        if (namespace.isEmpty()) return;
        for (var binding : bindings.under(ObjectKey.prefix(bindingKind, namespace))) {
            if (!visit(user, binding, problems, goOn)) return;
        }
    }

    private boolean visit(
            User user, RoleBinding binding, Set<String> problems, BiPredicate<RoleBinding, PolicyRule> goOn) {
        if (!binding.isSound() || binding.subjectOf(user).isEmpty()) return true;
        switch (rules(binding.namespace(), binding.role())) {
            case Found.Rules(var rules) -> {
                for (var rule : rules) if (!goOn.test(binding, rule)) return false;
            }
            case Found.Missing(), Found.Unsupported() ->
                problems.add(binding.role().missing());
        }
        return true;
    }

    /** The rules of one role. */
    Found rules(String namespace, RoleRef wanted) {
        if (!wanted.isRole() && !wanted.isClusterRole()) return new Found.Unsupported();
        var role = wanted.isRole()
                ? roles.at(ObjectKey.of(roleKind, namespace, wanted.name()))
                : clusterRoles.at(ObjectKey.of(clusterRoleKind, "", wanted.name()));
        if (role == null) return new Found.Missing();
        if (!role.isAggregated()) return new Found.Rules(role.rules());
        var rules = new LinkedHashSet<PolicyRule>();
        gather(role, new LinkedHashSet<>(), rules);
        return new Found.Rules(List.copyOf(rules));
    }

    /** The rules of all that a role is put together of, in turn; each role once, so that a circle ends. */
    private void gather(Role role, Set<Role> seen, Set<PolicyRule> rules) {
        if (!seen.add(role)) return;
        if (!role.isAggregated()) rules.addAll(role.rules());
        for (var part : role.parts()) {
            for (var other : clusterRoles.all()) if (part.matches(other.labels())) gather(other, seen, rules);
        }
    }

    /** What somebody wrote through this server counts for their next request. */
    private void awaitOwnWrites() {
        for (var kind : List.of(roleKind, clusterRoleKind, bindingKind, clusterBindingKind)) {
            registry.awaitOwnWrites(kind);
        }
    }
}
