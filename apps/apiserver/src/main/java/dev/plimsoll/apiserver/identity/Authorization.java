package dev.plimsoll.apiserver.identity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.apiserver.storage.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Whether a user may do something: masters may all, everybody may ask for health, roles decide the rest. */
public final class Authorization {
    private static final Set<String> OPEN = Set.of("/healthz", "/livez", "/readyz", "/version", "/version/");
    private static final Set<String> OPEN_TO_USERS = Set.of("/api", "/apis", "/openapi", "/version", "/healthz");

    private final Registry registry;
    private final Kind roles;
    private final Kind bindings;
    private final Kind clusterRoles;
    private final Kind clusterBindings;

    public Authorization(Registry registry, Kinds kinds) {
        var group = "rbac.authorization.k8s.io";
        this.registry = registry;
        this.roles = kinds.named(group, "Role");
        this.bindings = kinds.named(group, "RoleBinding");
        this.clusterRoles = kinds.named(group, "ClusterRole");
        this.clusterBindings = kinds.named(group, "ClusterRoleBinding");
    }

    public boolean allows(User user, Attributes attributes) {
        if (user.groups().contains(User.MASTERS)) return true;
        if (!attributes.isResource() && isOpen(user, attributes)) return true;
        if (isSelfReview(user, attributes)) return true;
        if (user.nodeName().isPresent() && NodeRules.allows(attributes)) return true;
        return rules(user, attributes.namespace()).stream().anyMatch(rule -> RoleRule.matches(rule, attributes));
    }

    private static boolean isOpen(User user, Attributes attributes) {
        var path = attributes.path();
        if (!attributes.verb().equals("get")) return false;
        if (OPEN.contains(path) || path.startsWith("/livez/") || path.startsWith("/readyz/")) return true;
        return !user.equals(User.ANONYMOUS)
                && OPEN_TO_USERS.stream().anyMatch(open -> path.equals(open) || path.startsWith(open + "/"));
    }

    /** Everybody who is somebody may ask what they may do. */
    private static boolean isSelfReview(User user, Attributes attributes) {
        return !user.equals(User.ANONYMOUS)
                && attributes.verb().equals("create")
                && Set.of("selfsubjectaccessreviews", "selfsubjectrulesreviews", "selfsubjectreviews")
                        .contains(attributes.resource());
    }

    /** All rules that the user has in a namespace and in the cluster. */
    public List<JsonNode> rules(User user, String namespace) {
        var rules = new ArrayList<JsonNode>();
        for (var binding : registry.recent(clusterBindings, "").objects()) {
            var tree = binding.object().tree();
            if (isBound(user, tree, "")) addRules(tree.path("roleRef"), "", rules);
        }
        if (namespace.isEmpty()) return rules;
        for (var binding : registry.recent(bindings, namespace).objects()) {
            var tree = binding.object().tree();
            if (isBound(user, tree, namespace)) addRules(tree.path("roleRef"), namespace, rules);
        }
        return rules;
    }

    private static boolean isBound(User user, JsonNode binding, String namespace) {
        for (var subject : binding.path("subjects")) {
            var name = subject.path("name").asText();
            var matches = switch (subject.path("kind").asText()) {
                case "User" -> name.equals(user.name());
                case "Group" -> user.groups().contains(name);
                case "ServiceAccount" -> user.name().equals(account(subject, namespace));
                default -> false;
            };
            if (matches) return true;
        }
        return false;
    }

    private static String account(JsonNode subject, String namespace) {
        var own = subject.path("namespace").asText();
        return "system:serviceaccount:" + (own.isEmpty() ? namespace : own) + ":"
                + subject.path("name").asText();
    }

    private void addRules(JsonNode reference, String namespace, List<JsonNode> rules) {
        var name = reference.path("name").asText();
        var role = reference.path("kind").asText().equals("Role")
                ? registry.find(roles, namespace, name)
                : registry.find(clusterRoles, "", name);
        role.ifPresent(found -> found.tree().path("rules").forEach(rules::add));
    }
}
