package dev.plimsoll.apiserver.authorization;

import dev.plimsoll.codec.selector.FieldSelector;
import dev.plimsoll.codec.selector.ParsedSelector;
import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.objects.access.AccessDecision;
import dev.plimsoll.objects.access.Attributes;
import dev.plimsoll.objects.pod.PodReferences;
import java.util.List;
import java.util.Set;

/**
 * What a node may do: what any node may, and of the objects that belong to somebody only those that its own pods name. It allows
 * or has no opinion; the reason is added to the refusal if no role allows it either.
 */
public final class NodeAuthorizer {
    private static final Set<String> READ = Set.of("get", "list", "watch");
    private static final Set<String> WRITE_SELF = Set.of("create", "update", "patch");
    private static final Set<String> LEASE_VERBS = Set.of("get", "create", "update", "patch", "delete");
    private static final Set<String> METRICS_VERBS = LEASE_VERBS;
    private static final SelectableFields POD_FIELDS = SelectableFields.PODS;
    private static final SelectableFields REQUEST_FIELDS =
            SelectableFields.of("spec.signerName", "spec.podName", "spec.nodeName");
    private static final String LEASES = "kube-node-lease";

    private final NodeGraph graph;

    public NodeAuthorizer(NodeGraph graph) {
        this.graph = graph;
    }

    AccessDecision decide(String node, Attributes attributes) {
        return switch (attributes.group()) {
            case "" -> core(node, attributes);
            case "coordination.k8s.io" ->
                attributes.resource().equals("leases") ? lease(node, attributes) : NodePolicyRules.decide(attributes);
            case "certificates.k8s.io" ->
                attributes.resource().equals("podcertificaterequests")
                        ? podCertificate(node, attributes)
                        : NodePolicyRules.decide(attributes);
            case "metrics.k8s.io" -> metrics(node, attributes);
            default -> NodePolicyRules.decide(attributes);
        };
    }

    private AccessDecision core(String node, Attributes attributes) {
        return switch (attributes.resource()) {
            case PodReferences.SECRETS, PodReferences.CONFIG_MAPS -> read(node, attributes);
            case PodReferences.VOLUME_CLAIMS -> claim(node, attributes);
            case "persistentvolumes" -> volume(node, attributes);
            case PodReferences.ACCOUNTS ->
                attributes.subresource().isEmpty() ? get(node, attributes) : token(node, attributes);
            case "pods" -> pod(node, attributes);
            case "nodes" -> itself(node, attributes);
            default -> NodePolicyRules.decide(attributes);
        };
    }

    private AccessDecision read(String node, Attributes attributes) {
        if (!READ.contains(attributes.verb())) return denied("can only read resources of this type");
        if (!attributes.subresource().isEmpty()) return denied("cannot read subresource");
        if (attributes.namespace().isEmpty()) return denied("can only read namespaced object of this type");
        return related(node, attributes);
    }

    private AccessDecision get(String node, Attributes attributes) {
        if (!attributes.verb().equals("get")) return denied("can only get individual resources of this type");
        if (!attributes.subresource().isEmpty()) return denied("cannot get subresource");
        return related(node, attributes);
    }

    private AccessDecision claim(String node, Attributes attributes) {
        if (!attributes.subresource().equals("status")) return get(node, attributes);
        var changes = attributes.verb().equals("update") || attributes.verb().equals("patch");
        return changes ? related(node, attributes) : denied("can only get/update/patch this type");
    }

    private AccessDecision volume(String node, Attributes attributes) {
        if (!attributes.verb().equals("get")) return denied("can only get individual resources of this type");
        if (!attributes.subresource().isEmpty()) return denied("cannot get subresource");
        if (attributes.name().isEmpty()) return denied("No Object name found");
        return graph.isVolumeOn(node, attributes.name()) ? AccessDecision.ALLOWED : unrelated(node);
    }

    private AccessDecision token(String node, Attributes attributes) {
        if (!attributes.verb().equals("create") || attributes.name().isEmpty())
            return denied("can only create tokens for individual service accounts");
        if (!attributes.subresource().equals("token"))
            return denied("can only create token subresource of serviceaccount");
        return related(node, attributes);
    }

    private AccessDecision related(String node, Attributes attributes) {
        if (attributes.name().isEmpty()) return denied("No Object name found");
        return graph.isReferencedOn(node, attributes.resource(), attributes.namespace(), attributes.name())
                ? AccessDecision.ALLOWED
                : unrelated(node);
    }

    private static AccessDecision unrelated(String node) {
        return denied("no relationship found between node '" + node + "' and this object");
    }

    private AccessDecision pod(String node, Attributes attributes) {
        if (!attributes.subresource().isEmpty()) return NodePolicyRules.decide(attributes);
        return switch (attributes.verb()) {
            case "get" -> ownPod(node, attributes);
            case "list", "watch" -> {
                if (selectsOf(node, attributes, POD_FIELDS)) yield AccessDecision.ALLOWED;
                if (attributes.name().isEmpty() || attributes.namespace().isEmpty())
                    yield denied("can only list/watch pods with spec.nodeName field selector");
                yield ownPod(node, attributes);
            }
            // Admission narrows them to mirror pods and to the node's own.
            case "create", "delete" -> AccessDecision.ALLOWED;
            default -> AccessDecision.DENIED;
        };
    }

    /** Read as the list itself reads it; one requirement among several is enough. */
    private static boolean selectsOf(String node, Attributes attributes, SelectableFields known) {
        return FieldSelector.parse(attributes.fieldSelector(), known)
                        instanceof ParsedSelector.Parsed<FieldSelector>(var selector)
                && selector.requirements().stream()
                        .anyMatch(each -> each.equals()
                                && each.field().equals("spec.nodeName")
                                && each.value().equals(node));
    }

    private AccessDecision ownPod(String node, Attributes attributes) {
        if (attributes.name().isEmpty()) return denied("No Object name found");
        return graph.isPodOn(node, attributes.namespace(), attributes.name())
                ? AccessDecision.ALLOWED
                : unrelated(node);
    }

    private AccessDecision podCertificate(String node, Attributes attributes) {
        if (!attributes.subresource().isEmpty()) return AccessDecision.DENIED;
        return switch (attributes.verb()) {
            // Admission narrows it to pods of the node.
            case "create" -> AccessDecision.ALLOWED;
            case "get" -> {
                if (attributes.name().isEmpty()) yield denied("No Object name found");
                yield graph.isRequestOf(node, attributes.namespace(), attributes.name())
                        ? AccessDecision.ALLOWED
                        : unrelated(node);
            }
            case "list", "watch" ->
                selectsOf(node, attributes, REQUEST_FIELDS)
                        ? AccessDecision.ALLOWED
                        : denied("can only list/watch podcertificaterequests with nodeName field selector");
            default -> AccessDecision.DENIED;
        };
    }

    private static AccessDecision itself(String node, Attributes attributes) {
        if (!attributes.subresource().isEmpty()) return NodePolicyRules.decide(attributes);
        // Admission narrows writes to the node itself.
        if (WRITE_SELF.contains(attributes.verb())) return AccessDecision.ALLOWED;
        if (!READ.contains(attributes.verb())) return AccessDecision.DENIED;
        return ownNode(node, attributes);
    }

    private static AccessDecision ownNode(String node, Attributes attributes) {
        if (attributes.name().equals(node)) return AccessDecision.ALLOWED;
        return denied(
                attributes.name().isEmpty()
                        ? "node '" + node + "' cannot read all nodes, only its own Node object"
                        : "node '" + node + "' cannot read '" + attributes.name() + "', only its own Node object");
    }

    private static AccessDecision lease(String node, Attributes attributes) {
        if (!LEASE_VERBS.contains(attributes.verb())
                || !attributes.subresource().isEmpty())
            return denied("can only get, create, update, patch, or delete a node lease");
        if (!attributes.namespace().equals(LEASES))
            return denied("can only access leases in the \"" + LEASES + "\" system namespace");
        // A new lease has no name in its path; admission sees it.
        return attributes.verb().equals("create") || attributes.name().equals(node)
                ? AccessDecision.ALLOWED
                : denied("can only access node lease with the same name as the requesting node");
    }

    /** What our nodes tell of their use. Admission narrows writes to the node's own and to those of its pods. */
    private AccessDecision metrics(String node, Attributes attributes) {
        var known = List.of("nodes", "pods").contains(attributes.fullResource());
        if (!known || !METRICS_VERBS.contains(attributes.verb())) return AccessDecision.DENIED;
        if (!attributes.verb().equals("get")) return AccessDecision.ALLOWED;
        return attributes.resource().equals("nodes") ? ownNode(node, attributes) : ownPod(node, attributes);
    }

    private static AccessDecision denied(String why) {
        return new AccessDecision.Denied(why);
    }
}
