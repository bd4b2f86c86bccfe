package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.MetadataChecks;
import dev.plimsoll.kinds.rules.workload.WorkloadRules;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;
import java.util.ArrayList;
import java.util.List;

/** ReplicationControllers: what they take over from their template. */
public final class ReplicationControllerStrategy extends WorkloadStrategy {
    private final Kind kind;

    public ReplicationControllerStrategy(StrategySetup setup) {
        super(setup);
        this.kind = setup.kind();
    }

    /** Their name is told between their rules and their counts. */
    @Override
    public boolean checksMetadata() {
        return true;
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        var errors = new ArrayList<>(MetadataChecks.withoutSpelling(document, kind));
        errors.addAll(super.checkNew(document));
        errors.addAll(MetadataChecks.spelling(document, kind));
        errors.addAll(findings(WorkloadRules::counts, document));
        return errors;
    }

    /** Their selector may change. */
    @Override
    public List<FieldError> checkChange(Write write) {
        return write.isOf("status") ? List.of() : checkNew(write.sent());
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
