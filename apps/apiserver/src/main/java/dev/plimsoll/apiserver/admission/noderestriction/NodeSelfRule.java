package dev.plimsoll.apiserver.admission.noderestriction;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.kinds.documents.MutableNode;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.util.Map;

/** Nodes: each writes itself, but not what an admin decides about it. */
final class NodeSelfRule implements NodeRule {
    @Override
    public void check(AdmissionAttributes review, String node) {
        if (!review.name().equals(node)) {
            throw refused(review, node, "is not allowed to modify node \"" + review.name() + "\"");
        }
        switch (review.operation()) {
            case CREATE -> created(review, node);
            case UPDATE -> changed(review, node);
            case DELETE, CONNECT -> {}
        }
    }

    private static void created(AdmissionAttributes review, String node) {
        var sent = MutableNode.of(review.object());
        if (sent.hasConfigSource()) {
            throw refused(review, node, "is not allowed to create pods with a non-nil configSource");
        }
        var labels = NodeLabelRules.refused(Map.of(), sent.labels());
        if (!labels.isEmpty()) {
            throw refused(review, node, "is not allowed to set the following labels: " + String.join(", ", labels));
        }
    }

    private static void changed(AdmissionAttributes review, String node) {
        var before = MutableNode.of(review.stored());
        var after = MutableNode.of(review.object());
        if (after.hasConfigSource() && !after.hasSameConfigSource(before)) {
            throw refused(review, node, "is not allowed to update configSource to a new non-nil configSource");
        }
        if (!after.hasSameTaints(before)) throw refused(review, node, "is not allowed to modify taints");
        if (before.isUnschedulable() && !after.isUnschedulable()) {
            throw refused(review, node, "is not allowed to modify unschedulable");
        }
        if (!after.hasSameOwners(before)) throw refused(review, node, "is not allowed to modify ownerReferences");
        if (after.hasSameLabels(before)) return;
        var labels = NodeLabelRules.refused(before.labels(), after.labels());
        if (!labels.isEmpty()) {
            throw review.forbidden("is not allowed to modify labels: " + String.join(", ", labels));
        }
    }

    private static RefusedException refused(AdmissionAttributes review, String node, String why) {
        return review.forbidden("node \"" + node + "\" " + why);
    }
}
