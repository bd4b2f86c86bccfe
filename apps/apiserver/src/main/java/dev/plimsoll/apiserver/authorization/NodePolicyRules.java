package dev.plimsoll.apiserver.authorization;

import dev.plimsoll.objects.access.AccessDecision;
import dev.plimsoll.objects.access.Attributes;
import java.util.List;
import java.util.Set;

/** What any node needs for its work, whichever pods it has; admission narrows writes to the node's own objects. */
final class NodePolicyRules {
    private static final Set<String> READ = Set.of("get", "list", "watch");
    private static final Set<String> CREATE = Set.of("create");
    private static final Set<String> CHANGE = Set.of("update", "patch");
    private static final Set<String> WRITE = Set.of("create", "update", "patch");

    private record Grant(String group, String resource, Set<String> verbs) {}

    private static final List<Grant> GRANTS = List.of(
            new Grant("", "nodes/status", CHANGE),
            new Grant("", "pods/status", CHANGE),
            new Grant("", "pods/eviction", CREATE),
            new Grant("", "events", WRITE),
            new Grant("events.k8s.io", "events", WRITE),
            new Grant("", "services", READ),
            new Grant("", "endpoints", Set.of("get")),
            new Grant("node.k8s.io", "runtimeclasses", READ),
            new Grant("storage.k8s.io", "csidrivers", READ),
            new Grant("certificates.k8s.io", "clustertrustbundles", READ),
            new Grant("certificates.k8s.io", "certificatesigningrequests", Set.of("create", "get", "list", "watch")),
            new Grant("authentication.k8s.io", "tokenreviews", CREATE),
            new Grant("authorization.k8s.io", "subjectaccessreviews", CREATE),
            new Grant("authorization.k8s.io", "localsubjectaccessreviews", CREATE));

    private NodePolicyRules() {}

    static AccessDecision decide(Attributes attributes) {
        var allowed = GRANTS.stream()
                .anyMatch(grant -> grant.group().equals(attributes.group())
                        && grant.resource().equals(attributes.fullResource())
                        && grant.verbs().contains(attributes.verb()));
        return allowed ? AccessDecision.ALLOWED : AccessDecision.DENIED;
    }
}
