package dev.plimsoll.apiserver.identity;

import java.util.List;
import java.util.Set;

/** What a node needs for its work; admission narrows it to the node's own objects. */
final class NodeRules {
    private static final Set<String> READ = Set.of("get", "list", "watch");

    private record Grant(String group, String resource, Set<String> verbs) {}

    private static final List<Grant> GRANTS = List.of(
            new Grant("", "nodes", Set.of("create", "get", "list", "watch", "update", "patch")),
            new Grant("", "nodes/status", Set.of("get", "update", "patch")),
            new Grant("", "pods", Set.of("get", "list", "watch", "create", "delete")),
            new Grant("", "pods/status", Set.of("get", "update", "patch")),
            new Grant("", "pods/eviction", Set.of("create")),
            new Grant("", "events", Set.of("create", "update", "patch")),
            new Grant("events.k8s.io", "events", Set.of("create", "update", "patch")),
            new Grant("", "configmaps", READ),
            new Grant("", "secrets", READ),
            new Grant("", "services", READ),
            new Grant("", "namespaces", READ),
            new Grant("", "serviceaccounts/token", Set.of("create")),
            new Grant("node.k8s.io", "runtimeclasses", READ),
            new Grant("coordination.k8s.io", "leases", Set.of("get", "create", "update", "patch", "delete")),
            new Grant("metrics.k8s.io", "nodes", Set.of("get", "create", "update", "patch", "delete")),
            new Grant("metrics.k8s.io", "pods", Set.of("get", "create", "update", "patch", "delete")));

    private NodeRules() {}

    static boolean allows(Attributes attributes) {
        return GRANTS.stream()
                .anyMatch(grant -> grant.group().equals(attributes.group())
                        && grant.resource().equals(attributes.fullResource())
                        && grant.verbs().contains(attributes.verb()));
    }
}
