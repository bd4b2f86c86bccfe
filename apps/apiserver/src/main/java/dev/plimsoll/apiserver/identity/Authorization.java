package dev.plimsoll.apiserver.identity;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        /** What is said for it or against it; empty if there is nothing to say. */
        String text();

        /** Yes; the text is for the audit log. */
        record Allowed(String text) implements Decision {}

        /** No; the text is added to the refusal. */
        record Denied(String text) implements Decision {}

        Decision ALLOWED = new Allowed("");
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
        var byRole = roles.decide(user, attributes);
        if (byRole instanceof Decision.Allowed) return byRole;
        return new Decision.Denied(Stream.of(asNode, byRole)
                .map(Decision::text)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n")));
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

    /** The rules of the role that a binding in a namespace refers to. */
    public RoleBook.Found rulesOf(String namespace, RoleRef role) {
        return roles.rules(namespace, role);
    }

    /** All rules that the user has in a namespace and in the cluster. */
    public List<PolicyRule> rules(User user, String namespace) {
        return roles.rules(user, namespace).rules();
    }

    /** The same, with what could not be found out. */
    public RoleBook.Held held(User user, String namespace) {
        return roles.rules(user, namespace);
    }
}
