package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A pod puts up with a lost node for five minutes; a new node takes no pods before it is ready. */
final class TolerationsAndTaints implements AdmissionStep {
    private static final String NOT_READY = "node.kubernetes.io/not-ready";
    private static final String UNREACHABLE = "node.kubernetes.io/unreachable";

    @Override
    public boolean mutate(AdmissionAttributes review) {
        if (review.operation() == AdmissionAttributes.Operation.DELETE
                || !review.subresource().isEmpty()) return false;
        if (review.isPod() && review.object().get("spec") instanceof ObjectNode spec) {
            tolerate(spec, NOT_READY);
            tolerate(spec, UNREACHABLE);
        }
        var newNode = review.operation() == AdmissionAttributes.Operation.CREATE
                && review.kind().is("", "Node");
        if (newNode) taint(review.object());
        return true;
    }

    private static void tolerate(ObjectNode spec, String taint) {
        for (var toleration : spec.path("tolerations")) {
            var key = toleration.path("key").asText();
            var effect = toleration.path("effect").asText();
            if ((key.isEmpty() || key.equals(taint)) && (effect.isEmpty() || effect.equals("NoExecute"))) return;
        }
        spec.withArray("tolerations")
                .addObject()
                .put("effect", "NoExecute")
                .put("key", taint)
                .put("operator", "Exists")
                .put("tolerationSeconds", 300);
    }

    private static void taint(ObjectNode node) {
        var spec = node.get("spec") instanceof ObjectNode known ? known : node.putObject("spec");
        for (var taint : spec.path("taints")) {
            if (taint.path("key").asText().equals(NOT_READY)) return;
        }
        spec.withArray("taints").addObject().put("effect", "NoSchedule").put("key", NOT_READY);
    }
}
