package dev.plimsoll.apiserver.admission.pods;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.kinds.documents.MutableNode;
import dev.plimsoll.kinds.documents.PodDocument;

/** A pod puts up with a lost node for five minutes; a new node takes no pods before it is ready. */
public final class TolerationsAndTaints implements AdmissionStep {
    private static final String NOT_READY = "node.kubernetes.io/not-ready";
    private static final String UNREACHABLE = "node.kubernetes.io/unreachable";

    private static final int SECONDS = 300;

    @Override
    public boolean mutate(AdmissionAttributes review) {
        if (review.operation() == AdmissionAttributes.Operation.DELETE
                || !review.subresource().isEmpty()) return false;
        if (review.isPod()) {
            var pod = PodDocument.of(review.object());
            if (pod.hasSpec()) {
                pod.tolerate(NOT_READY, SECONDS);
                pod.tolerate(UNREACHABLE, SECONDS);
            }
        }
        var newNode = review.operation() == AdmissionAttributes.Operation.CREATE
                && review.kind().is("", "Node");
        if (newNode) MutableNode.of(review.object()).taint(NOT_READY);
        return true;
    }
}
