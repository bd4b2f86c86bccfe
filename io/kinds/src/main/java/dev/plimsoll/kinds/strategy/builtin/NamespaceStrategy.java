package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;

/** A namespace is active from the start, and is emptied before it goes. */
public final class NamespaceStrategy extends GenericStrategy {
    public NamespaceStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    public void defaults(ObjectNode document) {
        var name = DocumentMetadata.of(document).name();
        if (!name.isEmpty()) DocumentMetadata.of(document).label("kubernetes.io/metadata.name", name);
    }

    @Override
    public void prepareNew(ObjectNode document) {
        super.prepareNew(document);
        defaults(document);
        document.putObject("spec").putArray("finalizers").add("kubernetes");
        document.putObject("status").put("phase", "Active");
    }

    @Override
    public void prepareChange(Write write) {
        if (write.isOf("finalize")) {
            keepAllBut(write, "spec");
            return;
        }
        super.prepareChange(write);
        if (!write.isOf("status")) take(write.sent(), write.stored(), "spec");
    }
}
