package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.defaults.NodeDefaults;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.rules.NodeRules;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.RuledStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import java.util.List;

/** A node's status comes with it when it registers, and its labels may change with its status. */
public final class NodeStrategy extends GenericStrategy {
    private final FeatureGates gates;

    public NodeStrategy(StrategySetup setup) {
        super(setup);
        this.gates = setup.gates();
    }

    @Override
    public void prepareNew(ObjectNode document) {
        if (DocumentMetadata.of(document).generation() == 0)
            DocumentMetadata.of(document).remove("generation");
        NodeDefaults.drop(document, gates);
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        return RuledStrategy.findings(NodeRules::check, document);
    }

    @Override
    public List<String> warnings(ObjectNode document) {
        return document.path("spec").path("externalID").asText().isEmpty()
                ? List.of()
                : List.of("spec.externalID: this field is deprecated, and is unused by Kubernetes");
    }

    @Override
    public void prepareChange(Write write) {
        if (!write.isOf("status")) {
            NodeDefaults.drop(write.sent(), write.stored(), gates);
            super.prepareChange(write);
            return;
        }
        take(write.sent(), write.stored(), "spec");
    }
}
