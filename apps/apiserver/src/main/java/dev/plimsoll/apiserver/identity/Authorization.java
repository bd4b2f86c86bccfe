package dev.plimsoll.apiserver.identity;

import java.util.List;
import java.util.Set;

/** Whether a user may do something: masters may all, nodes what their pods need, roles decide the rest. */
public final class Authorization {
    private static final Set<String> OPEN = Set.of("/healthz", "/livez", "/readyz", "/version", "/version/");

    private final RoleBook roles;
    private final NodeAuthorizer nodes;

    public Authorization(RoleBook roles, NodeAuthorizer nodes) {
        this.roles = roles;
        this.nodes = nodes;
    }

    /** May they? */
    public sealed interface Decision {
        record Allowed() implements Decision {}

        /** No; {@code why} is what to add to the refusal, empty if there is nothing to say. */
        record Denied(String why) implements Decision {}

        Decision ALLOWED = new Allowed();
        Decision DENIED = new Denied("");
    }

    public boolean allows(User user, Attributes attributes) {
        return decide(user, attributes) instanceof Decision.Allowed;
    }

    public Decision decide(User user, Attributes attributes) {
        if (user.groups().contains(User.MASTERS)) return Decision.ALLOWED;
        if (!attributes.isResource() && isOpen(attributes)) return Decision.ALLOWED;
        var asNode = user.nodeName().map(node -> asNode(user, node, attributes)).orElse(Decision.DENIED);
        if (asNode instanceof Decision.Allowed) return asNode;
        for (var rule : roles.rules(user, attributes.namespace())) {
            if (rule.allows(attributes)) return Decision.ALLOWED;
        }
        return asNode;
    }

    private Decision asNode(User user, String node, Attributes attributes) {
        return node.isEmpty()
                ? new Decision.Denied("unknown node for user \"" + user.name() + "\"")
                : nodes.decide(node, attributes);
    }

    /** Health is for everybody, known or not; the rest of the paths is a matter of roles. */
    private static boolean isOpen(Attributes attributes) {
        var path = attributes.path();
        return attributes.verb().equals("get")
                && (OPEN.contains(path) || path.startsWith("/livez/") || path.startsWith("/readyz/"));
    }

    /** The rules of one role; none if it is not there. */
    public List<PolicyRule> rulesOf(String namespace, String kind, String name) {
        return roles.rules(namespace, kind, name);
    }

    /** All rules that the user has in a namespace and in the cluster. */
    public List<PolicyRule> rules(User user, String namespace) {
        return roles.rules(user, namespace);
    }
}
