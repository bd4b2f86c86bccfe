package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.refusal.RefusedException;

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
            case DELETE -> {}
        }
    }

    private static void created(AdmissionAttributes review, String node) {
        if (!configSource(review.object()).isMissingNode()) {
            throw refused(review, node, "is not allowed to create pods with a non-nil configSource");
        }
        var labels = NodeLabelRules.refused(labels(review.object().path("none")), labels(review.object()));
        if (!labels.isEmpty()) {
            throw refused(review, node, "is not allowed to set the following labels: " + String.join(", ", labels));
        }
    }

    private static void changed(AdmissionAttributes review, String node) {
        var before = review.stored();
        var after = review.object();
        if (!configSource(after).isMissingNode() && !configSource(after).equals(configSource(before))) {
            throw refused(review, node, "is not allowed to update configSource to a new non-nil configSource");
        }
        if (!list(before.path("spec").path("taints"))
                .equals(list(after.path("spec").path("taints")))) {
            throw refused(review, node, "is not allowed to modify taints");
        }
        if (isCordoned(before) && !isCordoned(after)) {
            throw refused(review, node, "is not allowed to modify unschedulable");
        }
        if (!list(before.path("metadata").path("ownerReferences"))
                .equals(list(after.path("metadata").path("ownerReferences")))) {
            throw refused(review, node, "is not allowed to modify ownerReferences");
        }
        var labels = NodeLabelRules.refused(labels(before), labels(after));
        if (!labels.isEmpty()) {
            throw review.forbidden("is not allowed to modify labels: " + String.join(", ", labels));
        }
    }

    /** Nothing and an empty list are the same. */
    private static JsonNode list(JsonNode list) {
        return list.isEmpty() ? list.path("none") : list;
    }

    private static boolean isCordoned(JsonNode node) {
        return node.path("spec").path("unschedulable").asBoolean();
    }

    private static JsonNode configSource(JsonNode node) {
        var source = node.path("spec").path("configSource");
        return source.isNull() ? source.path("none") : source;
    }

    private static JsonNode labels(JsonNode node) {
        return node.path("metadata").path("labels");
    }

    private static RefusedException refused(AdmissionAttributes review, String node, String why) {
        return review.forbidden("node \"" + node + "\" " + why);
    }
}
