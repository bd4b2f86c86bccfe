package dev.plimsoll.apiserver.admission.noderestriction;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.PodDocument;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.rules.pod.MirrorPodReferences;
import dev.plimsoll.objects.MetadataReader;
import dev.plimsoll.objects.pod.PodReferences;

/** Pods: a node makes mirrors of its own static pods, which name nothing, and reports on and ends the pods that are bound to it. */
final class NodePodRule implements NodeRule {
    private final Registry registry;
    private final Kind nodes;

    NodePodRule(Registry registry, Kind nodes) {
        this.registry = registry;
        this.nodes = nodes;
    }

    static String nodeOf(ObjectNode pod) {
        return PodDocument.of(pod).nodeName();
    }

    @Override
    public void check(AdmissionAttributes review, String node) {
        switch (review.subresource()) {
            case "" -> object(review, node);
            case "status" -> status(review, node);
            case "eviction" ->
                bound(review, node, "node " + node + " can only evict pods with spec.nodeName set to itself");
            default ->
                throw review.forbidden("unexpected pod subresource \"" + review.subresource()
                        + "\", only 'status' and 'eviction' are allowed");
        }
    }

    private void object(AdmissionAttributes review, String node) {
        switch (review.operation()) {
            case CREATE -> mirror(review, node);
            case DELETE ->
                bound(review, node, "node \"" + node + "\" can only delete pods with spec.nodeName set to itself");
            case UPDATE, CONNECT ->
                throw review.forbidden("unexpected operation \"" + review.operation() + "\", node \"" + node
                        + "\" can only create and delete mirror pods");
        }
    }

    private void mirror(AdmissionAttributes review, String node) {
        var pod = review.object();
        if (!PodReferences.isMirror(pod)) {
            throw review.forbidden("pod does not have \"" + Pod.MIRROR_ANNOTATION + "\" annotation, node \"" + node
                    + "\" can only create mirror pods");
        }
        if (!nodeOf(pod).equals(node)) {
            throw refused(review, node, "can only create pods with spec.nodeName set to itself");
        }
        owner(review, node);
        MirrorPodReferences.first(pod).ifPresent(what -> {
            throw refused(review, node, "can not create pods that reference " + what);
        });
    }

    private void owner(AdmissionAttributes review, String node) {
        var owners = MetadataReader.owners(review.object());
        if (owners.size() > 1) {
            throw refused(review, node, "can only create pods with a single owner reference set to itself");
        }
        var isNode = !owners.isEmpty() && isNode(owners.getFirst(), node);
        if (!isNode) throw refused(review, node, "can only create pods with an owner reference set to itself");
        var owner = owners.getFirst();
        if (!owner.isController()) {
            throw refused(review, node, "can only create pods with a controller owner reference set to itself");
        }
        if (owner.blocks()) {
            throw refused(review, node, "must not set blockOwnerDeletion on an owner reference");
        }
        var known = registry.find(nodes, "", node)
                .orElseThrow(() -> new RefusedException(Refusal.NotFound.of(nodes, node)));
        var uid = DocumentMetadata.of(known.tree()).uid();
        var claimed = owner.uid();
        if (!claimed.equals(uid)) {
            throw review.forbidden("node " + node + " UID mismatch: expected " + claimed + " got " + uid);
        }
    }

    private static boolean isNode(OwnerReference owner, String node) {
        return owner.apiVersion().equals("v1")
                && owner.kind().equals("Node")
                && owner.name().equals(node);
    }

    private static void status(AdmissionAttributes review, String node) {
        bound(
                review,
                node,
                "node \"" + node + "\" can only update pod status for pods with spec.nodeName set to itself");
        var sent = PodDocument.of(review.object());
        if (!sent.hasSameLabels(review.stored())) {
            throw refused(review, node, "cannot update labels through pod status");
        }
        sent.changedClaimStatus(review.stored()).ifPresent(what -> {
            throw refused(review, node, "cannot update " + what);
        });
    }

    private static void bound(AdmissionAttributes review, String node, String otherwise) {
        if (!nodeOf(review.stored()).equals(node)) throw review.forbidden(otherwise);
    }

    private static RefusedException refused(AdmissionAttributes review, String node, String why) {
        return review.forbidden("node \"" + node + "\" " + why);
    }
}
