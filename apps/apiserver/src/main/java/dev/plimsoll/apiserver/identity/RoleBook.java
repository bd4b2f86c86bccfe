package dev.plimsoll.apiserver.identity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.documents.Meta;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.apiserver.storage.ObjectKey;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ObjectSelector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which rules somebody has: roles and their bindings, kept ready as they change. */
public final class RoleBook {
    private static final String GROUP = "rbac.authorization.k8s.io";

    private final Registry registry;
    private final Kind roleKind;
    private final Kind clusterRoleKind;
    private final Kind bindingKind;
    private final Kind clusterBindingKind;
    private final Shelf<Role> roles = new Shelf<>(Role::of);
    private final Shelf<Role> clusterRoles = new Shelf<>(Role::of);
    private final Shelf<Binding> bindings = new Shelf<>(Binding::of);
    private final Shelf<Binding> clusterBindings = new Shelf<>(Binding::of);

    public RoleBook(Registry registry, Kinds kinds) {
        this.registry = registry;
        this.roleKind = kinds.named(GROUP, "Role");
        this.clusterRoleKind = kinds.named(GROUP, "ClusterRole");
        this.bindingKind = kinds.named(GROUP, "RoleBinding");
        this.clusterBindingKind = kinds.named(GROUP, "ClusterRoleBinding");
        registry.observe(roleKind, roles);
        registry.observe(clusterRoleKind, clusterRoles);
        registry.observe(bindingKind, bindings);
        registry.observe(clusterBindingKind, clusterBindings);
    }

    /** A role; one that is put together of others has their selectors instead of rules of its own. */
    private record Role(Map<String, String> labels, List<PolicyRule> rules, List<LabelSelector> parts) {
        static Role of(ObjectNode document) {
            var labels = new HashMap<String, String>();
            for (var label : document.path("metadata").path("labels").properties()) {
                labels.put(label.getKey(), label.getValue().asText());
            }
            var parts = new ArrayList<LabelSelector>();
            for (var selector : document.path("aggregationRule").path("clusterRoleSelectors")) {
                ObjectSelector.read(selector).ifPresent(parts::add);
            }
            return new Role(labels, PolicyRule.list(document.path("rules")), parts);
        }
    }

    private record Binding(String namespace, List<Subject> subjects, String roleKind, String roleName) {
        static Binding of(ObjectNode document) {
            var namespace = Meta.of(document).namespace();
            var subjects = new ArrayList<Subject>();
            for (var subject : document.path("subjects")) subjects.add(Subject.of(subject, namespace));
            var role = document.path("roleRef");
            return new Binding(
                    namespace,
                    List.copyOf(subjects),
                    role.path("kind").asText(),
                    role.path("name").asText());
        }

        boolean isOf(User user) {
            for (var subject : subjects) if (subject.is(user)) return true;
            return false;
        }
    }

    private record Subject(boolean group, String name) {
        static Subject of(JsonNode subject, String namespace) {
            var name = subject.path("name").asText();
            return switch (subject.path("kind").asText()) {
                case "Group" -> new Subject(true, name);
                case "ServiceAccount" ->
                    new Subject(
                            false,
                            ServiceAccountTokens.userName(
                                    subject.path("namespace").asText(namespace), name));
                default -> new Subject(false, name);
            };
        }

        boolean is(User user) {
            return group ? user.groups().contains(name) : user.name().equals(name);
        }
    }

    /** All rules that the user has in a namespace and in the cluster; in the cluster only, if the namespace is empty. */
    List<PolicyRule> rules(User user, String namespace) {
        awaitOwnWrites();
        var rules = new ArrayList<PolicyRule>();
        for (var binding : clusterBindings.all()) {
            if (binding.isOf(user)) rules.addAll(rules("", binding.roleKind(), binding.roleName()));
        }
        if (namespace.isEmpty()) return rules;
        for (var binding : bindings.all()) {
            if (binding.namespace().equals(namespace) && binding.isOf(user))
                rules.addAll(rules(namespace, binding.roleKind(), binding.roleName()));
        }
        return rules;
    }

    /** The rules of one role; none if it is not there. */
    List<PolicyRule> rules(String namespace, String kind, String name) {
        var role = kind.equals("Role")
                ? roles.at(ObjectKey.of(roleKind, namespace, name))
                : clusterRoles.at(ObjectKey.of(clusterRoleKind, "", name));
        if (role == null) return List.of();
        if (role.parts().isEmpty()) return role.rules();
        var all = new LinkedHashSet<Role>();
        gather(role, all);
        return all.stream().flatMap(each -> each.rules().stream()).toList();
    }

    /** A role and all that it is put together of, in turn; each once, so that a circle ends. */
    private void gather(Role role, Set<Role> all) {
        if (!all.add(role)) return;
        for (var part : role.parts()) {
            for (var other : clusterRoles.all()) if (part.matches(other.labels())) gather(other, all);
        }
    }

    /** What somebody wrote through this server counts for their next request. */
    private void awaitOwnWrites() {
        for (var kind : List.of(roleKind, clusterRoleKind, bindingKind, clusterBindingKind)) {
            registry.awaitOwnWrites(kind);
        }
    }
}
