package dev.plimsoll.apiserver.authorization;

import dev.plimsoll.kinds.rbac.PolicyRule;
import dev.plimsoll.kinds.rbac.RoleRef;
import dev.plimsoll.objects.access.AccessDecision;
import dev.plimsoll.objects.access.Attributes;
import dev.plimsoll.objects.access.User;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether a user may do something: masters may all, nodes what their pods need, roles decide the rest. */
public final class Authorization {
    private static final Set<String> OPEN = Set.of("/healthz", "/livez", "/readyz", "/version", "/version/");

    private final RoleIndex roles;
    private final NodeAuthorizer nodes;

    public Authorization(RoleIndex roles, NodeAuthorizer nodes) {
        this.roles = roles;
        this.nodes = nodes;
    }

    public boolean allows(User user, Attributes attributes) {
        return decide(user, attributes) instanceof AccessDecision.Allowed;
    }

    public AccessDecision decide(User user, Attributes attributes) {
        if (user.groups().contains(User.MASTERS)) return AccessDecision.ALLOWED;
        if (!attributes.isResource() && isOpen(attributes)) return AccessDecision.ALLOWED;
        var asNode = user.nodeName().map(node -> asNode(user, node, attributes)).orElse(AccessDecision.DENIED);
        if (asNode instanceof AccessDecision.Allowed) return asNode;
        var byRole = roles.decide(user, attributes);
        if (byRole instanceof AccessDecision.Allowed) return byRole;
        return new AccessDecision.Denied(Stream.of(asNode, byRole)
                .map(AccessDecision::text)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n")));
    }

    private AccessDecision asNode(User user, String node, Attributes attributes) {
        return node.isEmpty()
                ? new AccessDecision.Denied("unknown node for user \"" + user.name() + "\"")
                : nodes.decide(node, attributes);
    }

    /** Health is for everybody, known or not; the rest of the paths is a matter of roles. */
    private static boolean isOpen(Attributes attributes) {
        var path = attributes.path();
        return attributes.verb().equals("get")
                && (OPEN.contains(path) || path.startsWith("/livez/") || path.startsWith("/readyz/"));
    }

    /** The rules of the role that a binding in a namespace refers to. */
    public RoleIndex.Found rulesOf(String namespace, RoleRef role) {
        return roles.rules(namespace, role);
    }

    /** All rules that the user has in a namespace and in the cluster. */
    public List<PolicyRule> rules(User user, String namespace) {
        return roles.rules(user, namespace).rules();
    }

    /** The same, with what could not be found out. */
    public RoleIndex.Held held(User user, String namespace) {
        return roles.rules(user, namespace);
    }
}
