package dev.plimsoll.apiserver.admission.noderestriction;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.documents.ClaimStatusChange;
import java.util.Map;

/** A node writes its own objects only: itself, its lease, its use, and the pods that are bound to it. A kind is a row of the table. */
public final class NodeRestriction implements AdmissionStep {
    private static final String LEASES = "kube-node-lease";
    private final Registry registry;
    private final Kind pods;
    /** By the qualified plural of a kind. */
    private final Map<String, NodeRule> rules;

    public NodeRestriction(Registry registry, Kinds kinds, Authorization authorization) {
        this.registry = registry;
        this.pods = kinds.named("", "Pod");
        this.rules = Map.ofEntries(
                entry("pods", new NodePodRule(registry, kinds.named("", "Node"))),
                entry("nodes", new NodeSelfRule()),
                entry("serviceaccounts", new NodeTokenRule(registry, pods, authorization)),
                entry("persistentvolumeclaims", NodeRestriction::claim),
                entry("certificatesigningrequests.certificates.k8s.io", new NodeCertificateRule()),
                entry("podcertificaterequests.certificates.k8s.io", new NodePodCertificateRule(registry, kinds)),
                entry("leases.coordination.k8s.io", NodeRestriction::lease),
                entry("nodes.metrics.k8s.io", NodeRestriction::nodeMetrics),
                entry("pods.metrics.k8s.io", this::podMetrics));
    }

    private static Map.Entry<String, NodeRule> entry(String kind, NodeRule rule) {
        return Map.entry(kind, rule);
    }

    @Override
    public boolean mutate(AdmissionAttributes review) {
        review.user().nodeName().ifPresent(node -> check(review, node));
        return false;
    }

    private void check(AdmissionAttributes review, String node) {
        if (node.isEmpty()) {
            throw review.forbidden(
                    "could not determine node from user \"" + review.user().name() + "\"");
        }
        var rule = rules.get(review.kind().qualifiedPlural());
        if (rule != null) rule.check(review, node);
    }

    private static void lease(AdmissionAttributes review, String node) {
        if (!review.namespace().equals(LEASES)) {
            throw review.forbidden("can only access leases in the \"" + LEASES + "\" system namespace");
        }
        if (!review.name().equals(node)) {
            throw review.forbidden("can only access node lease with the same name as the requesting node");
        }
    }

    private static void claim(AdmissionAttributes review, String node) {
        if (!review.subresource().equals("status") || review.operation() != AdmissionAttributes.Operation.UPDATE) {
            throw review.forbidden("may only update PVC status");
        }
        ClaimStatusChange.beyondReport(review.stored(), review.object()).ifPresent(fields -> {
            throw review.forbidden("node \"" + node
                    + "\" is not allowed to update fields other than status.quantity and status.conditions: "
                    + fields);
        });
    }

    private static void nodeMetrics(AdmissionAttributes review, String node) {
        if (!review.name().equals(node)) {
            throw review.forbidden(
                    "node \"" + node + "\" is not allowed to modify metrics of node \"" + review.name() + "\"");
        }
    }

    /** What is left of a pod that is gone may be removed by whoever finds it. */
    private void podMetrics(AdmissionAttributes review, String node) {
        var pod = registry.find(pods, review.namespace(), review.name());
        var isOwn = pod.isPresent()
                ? NodePodRule.nodeOf(pod.get().tree()).equals(node)
                : review.operation() == AdmissionAttributes.Operation.DELETE;
        if (!isOwn) {
            throw review.forbidden(
                    "node \"" + node + "\" can only modify metrics of pods with spec.nodeName set to itself");
        }
    }
}
