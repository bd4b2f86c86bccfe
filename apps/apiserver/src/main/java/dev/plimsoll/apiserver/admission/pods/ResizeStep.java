package dev.plimsoll.apiserver.admission.pods;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.storage.NodeViews;
import dev.plimsoll.core.admission.ResizeAdmission;
import dev.plimsoll.core.gates.FeatureGates;

/** Whether the node of a bound pod can do a resize. */
public final class ResizeStep implements AdmissionStep {
    private final NodeViews nodes;
    private final ResizeAdmission admission;

    public ResizeStep(NodeViews nodes, FeatureGates gates) {
        this.nodes = nodes;
        this.admission = ResizeAdmission.under(gates);
    }

    @Override
    public void validate(AdmissionAttributes review) {
        if (!review.isResize()) return;
        var stored = review.pods().stored();
        var resized = review.pods().next();
        var nodeName = stored.spec().placement().nodeName();
        if (nodeName.isEmpty()
                || stored.metadata().generation() == resized.metadata().generation()) return;
        var decision = nodes.find(nodeName)
                .map(node -> admission.check(new ResizeAdmission.Change(stored, resized), node))
                .orElseGet(() -> ResizeAdmission.unknownNode(nodeName));
        switch (decision) {
            case ResizeAdmission.Decision.Admitted _ -> {}
            case ResizeAdmission.Decision.Denied(var message, var cause) -> throw review.forbidden(message, cause);
        }
    }
}
