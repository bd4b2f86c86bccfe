package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;

/** ReplicationControllers: what they take over from their template. */
public final class ReplicationControllerStrategy extends WorkloadStrategy {
    public ReplicationControllerStrategy(StrategySetup setup) {
        super(setup);
    }

    /** The template's labels are the selector and the labels of a controller that has none of its own. */
    @Override
    protected void specDefaults(ObjectNode document, ObjectNode spec) {
        PodDefaults.number(spec, "replicas", 1);
        var labels = spec.path("template").path("metadata").path("labels");
        if (labels.isEmpty()) return;
        if (spec.path("selector").isEmpty()) spec.set("selector", labels.deepCopy());
        var metadata = DocumentMetadata.of(document).node();
        if (metadata.path("labels").isEmpty()) metadata.set("labels", labels.deepCopy());
    }
}
