package dev.plimsoll.apiserver.admission;

import dev.plimsoll.apiserver.documents.Views;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.core.admission.ResizeAdmission;
import dev.plimsoll.core.gates.FeatureGates;

/** Whether the node of a bound pod can do a resize. */
final class ResizeStep implements AdmissionStep {
    private final Registry registry;
    private final Kind nodes;
    private final ResizeAdmission admission;

    ResizeStep(Registry registry, Kind nodes, FeatureGates gates) {
        this.registry = registry;
        this.nodes = nodes;
        this.admission = ResizeAdmission.under(gates);
    }

    @Override
    public void validate(AdmissionAttributes review) {
        if (!review.isResize()) return;
        var stored = Views.pod(review.stored());
        var resized = Views.pod(review.object());
        var nodeName = stored.spec().placement().nodeName();
        if (nodeName.isEmpty()
                || stored.metadata().generation() == resized.metadata().generation()) return;
        var decision = registry.find(nodes, "", nodeName)
                .map(node -> admission.check(new ResizeAdmission.Change(stored, resized), Views.node(node.tree())))
                .orElseGet(() -> ResizeAdmission.unknownNode(nodeName));
        switch (decision) {
            case ResizeAdmission.Decision.Admitted _ -> {}
            case ResizeAdmission.Decision.Denied(var message, var cause) -> throw review.forbidden(message, cause);
        }
    }
}
