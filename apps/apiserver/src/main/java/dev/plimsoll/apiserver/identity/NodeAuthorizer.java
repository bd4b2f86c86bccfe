package dev.plimsoll.apiserver.identity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.capacity.NodeLoads;
import dev.plimsoll.apiserver.identity.Authorization.Decision;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.apiserver.storage.Registry;
import java.util.Set;

/** What a node may do: what any node may, and of the objects that belong to somebody only those of its own pods. */
public final class NodeAuthorizer {
    private static final Set<String> READ = Set.of("get", "list", "watch");

    private final Registry registry;
    private final Kind pods;
    private final NodeLoads loads;

    public NodeAuthorizer(Registry registry, Kinds kinds, NodeLoads loads) {
        this.registry = registry;
        this.pods = kinds.named("", "Pod");
        this.loads = loads;
    }

    Decision decide(String node, Attributes attributes) {
        if (!NodeRules.allows(attributes)) return Decision.DENIED;
        var reads = READ.contains(attributes.verb());
        return switch (attributes.fullResource()) {
            case "secrets", "configmaps", "serviceaccounts/token" -> referenced(node, attributes);
            case "pods" -> reads ? pod(node, attributes) : Decision.ALLOWED;
            case "nodes" -> reads && attributes.group().isEmpty() ? itself(node, attributes) : Decision.ALLOWED;
            case "leases" -> lease(node, attributes);
            default -> Decision.ALLOWED;
        };
    }

    private Decision referenced(String node, Attributes attributes) {
        if (attributes.name().isEmpty()) return new Decision.Denied("No Object name found");
        registry.awaitObserved(pods, loads.lastWritten(node));
        for (var stored : loads.podsOn(node)) {
            var pod = stored.tree();
            if (!pod.path("metadata").path("namespace").asText().equals(attributes.namespace())) continue;
            if (PodReferences.of(pod.path("spec")).has(attributes.resource(), attributes.name()))
                return Decision.ALLOWED;
        }
        return unrelated(node);
    }

    private static Decision unrelated(String node) {
        return new Decision.Denied("no relationship found between node '" + node + "' and this object");
    }

    private Decision pod(String node, Attributes attributes) {
        if (!attributes.verb().equals("get")) {
            return selects(attributes, "spec.nodeName", node)
                    ? Decision.ALLOWED
                    : new Decision.Denied("can only list/watch pods with spec.nodeName field selector");
        }
        var bound = registry.find(pods, attributes.namespace(), attributes.name())
                .map(pod -> nodeOf(pod.tree()).equals(node))
                .orElse(true); // that it is not there is no secret of anybody's
        return bound ? Decision.ALLOWED : unrelated(node);
    }

    private static String nodeOf(JsonNode pod) {
        return pod.path("spec").path("nodeName").asText();
    }

    private static Decision itself(String node, Attributes attributes) {
        if (attributes.name().equals(node) || selects(attributes, "metadata.name", node)) return Decision.ALLOWED;
        return new Decision.Denied(
                "node '" + node + "' cannot read '" + attributes.name() + "', only its own Node object");
    }

    private static Decision lease(String node, Attributes attributes) {
        if (!attributes.namespace().equals("kube-node-lease"))
            return new Decision.Denied("can only access leases in the \"kube-node-lease\" system namespace");
        // A new lease has no name in its path; admission sees it.
        return attributes.verb().equals("create") || attributes.name().equals(node)
                ? Decision.ALLOWED
                : new Decision.Denied("can only access node lease with the same name as the requesting node");
    }

    private static boolean selects(Attributes attributes, String field, String value) {
        for (var term : attributes.fieldSelector().split(",", -1)) {
            if (term.equals(field + "=" + value) || term.equals(field + "==" + value)) return true;
        }
        return false;
    }
}
