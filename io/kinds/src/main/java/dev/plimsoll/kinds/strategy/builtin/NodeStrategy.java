package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;

/** A node's status comes with it when it registers, and its labels may change with its status. */
public final class NodeStrategy extends GenericStrategy {
    public NodeStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    public void prepareNew(ObjectNode document) {
        DocumentMetadata.of(document).remove("generation");
    }

    @Override
    public void prepareChange(Write write) {
        if (!write.isOf("status")) {
            super.prepareChange(write);
            return;
        }
        take(write.sent(), write.stored(), "spec");
    }
}
