package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.Pod;
import java.util.List;

/** A node writes its own objects only: itself, its lease, and the pods that are bound to it. */
final class NodeRestriction implements AdmissionStep {
    private static final List<List<String>> CLAIM_LISTS = List.of(
            List.of("resourceClaimStatuses", "resource claim statues"),
            List.of("extendedResourceClaimStatus", "extended resource claim status"),
            List.of("nodeAllocatableResourceClaimStatuses", "node allocatable resource claim statuses"));

    @Override
    public void mutate(Review review) {
        review.user().nodeName().ifPresent(node -> check(review, node));
    }

    private static void check(Review review, String node) {
        if (review.isPod()) {
            pod(review, node);
        } else if (review.kind().is("", "Node") && !review.name().equals(node)) {
            throw review.forbidden("node \"" + node + "\" is not allowed to modify node \"" + review.name() + "\"");
        } else if (review.kind().is("coordination.k8s.io", "Lease")) {
            lease(review, node);
        }
    }

    private static void lease(Review review, String node) {
        if (!review.namespace().equals("kube-node-lease")) {
            throw review.forbidden("can only access leases in the \"kube-node-lease\" system namespace");
        }
        if (!review.name().equals(node)) {
            throw review.forbidden("can only access node lease with the same name as the requesting node");
        }
    }

    private static void pod(Review review, String node) {
        switch (review.subresource()) {
            case "" -> object(review, node);
            case "status" -> status(review, node);
            case "eviction" ->
                bound(review, node, "node \"" + node + "\" can only evict pods with spec.nodeName set to itself");
            default ->
                throw review.forbidden("unexpected pod subresource \"" + review.subresource()
                        + "\", only 'status' and 'eviction' are allowed");
        }
    }

    private static void object(Review review, String node) {
        switch (review.operation()) {
            case CREATE -> mirror(review, node);
            case DELETE ->
                bound(review, node, "node \"" + node + "\" can only delete pods with spec.nodeName set to itself");
            case UPDATE ->
                throw review.forbidden("unexpected operation \"UPDATE\", node \"" + node
                        + "\" can only create and delete mirror pods");
        }
    }

    private static void mirror(Review review, String node) {
        if (!review.object().path("metadata").path("annotations").has(Pod.MIRROR_ANNOTATION)) {
            throw review.forbidden("pod does not have \"" + Pod.MIRROR_ANNOTATION + "\" annotation, node \"" + node
                    + "\" can only create mirror pods");
        }
        if (!nodeOf(review.object()).equals(node)) {
            throw review.forbidden("node \"" + node + "\" can only create pods with spec.nodeName set to itself");
        }
    }

    private static void status(Review review, String node) {
        bound(
                review,
                node,
                "node \"" + node + "\" can only update pod status for pods with spec.nodeName set to itself");
        var before = review.stored();
        var after = review.object();
        if (!before.path("metadata")
                .path("labels")
                .equals(after.path("metadata").path("labels"))) {
            throw review.forbidden("node \"" + node + "\" cannot update labels through pod status");
        }
        for (var list : CLAIM_LISTS) {
            var sent = after.path("status").path(list.getFirst());
            if (!sent.isMissingNode() && !sent.equals(before.path("status").path(list.getFirst()))) {
                throw review.forbidden("node \"" + node + "\" cannot update " + list.getLast());
            }
        }
    }

    private static void bound(Review review, String node, String otherwise) {
        if (!nodeOf(review.stored()).equals(node)) throw review.forbidden(otherwise);
    }

    private static String nodeOf(ObjectNode pod) {
        return pod.path("spec").path("nodeName").asText();
    }
}
