package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.storage.PersistentVolumeClaimRules;
import dev.plimsoll.kinds.strategy.RuledStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;
import dev.plimsoll.kinds.strategy.pod.PodWarnings;
import java.util.ArrayList;
import java.util.List;

/** Kinds that make pods from a template: the template's defaults, and that the selector stays. */
public abstract class WorkloadStrategy extends RuledStrategy {
    private final FeatureGates gates;

    protected WorkloadStrategy(StrategySetup setup) {
        super(setup);
        this.gates = setup.gates();
    }

    @Override
    public void defaults(ObjectNode document) {
        super.defaults(document);
        if (document.path("template").get("spec") instanceof ObjectNode template) template(template);
        if (!(document.get("spec") instanceof ObjectNode spec)) return;
        if (spec.path("template").get("spec") instanceof ObjectNode template) template(template);
        specDefaults(document, spec);
    }

    private void template(ObjectNode spec) {
        PodDefaults.apply(spec);
        PodDefaults.stopSignals(spec, gates);
    }

    /** Fills in what a spec leaves out, its template aside; changes the document. */
    protected void specDefaults(ObjectNode document, ObjectNode spec) {}

    @Override
    public List<String> warnings(ObjectNode document) {
        var warnings = new ArrayList<>(nameWarnings(document));
        warnings.addAll(templateWarnings(document));
        var claims = FieldValue.of(document).field("spec").field("volumeClaimTemplates");
        for (var claim : claims.items()) {
            // The place that messages name leaves out the claim's spec.
            var spec = FieldValue.at(claim.toString(), claim.field("spec").node());
            warnings.addAll(PersistentVolumeClaimRules.warnings(spec));
        }
        return warnings;
    }

    /** Only of a change that counts: whoever labels an object does not want to hear of its template. */
    @Override
    public List<String> changeWarnings(Write write) {
        var before = DocumentMetadata.of(write.stored()).generation();
        return DocumentMetadata.of(write.sent()).generation() == before ? List.of() : templateWarnings(write.sent());
    }

    /** What may surprise in the names of the pods. */
    protected List<String> nameWarnings(ObjectNode document) {
        return PodWarnings.ofWorkload(DocumentMetadata.of(document).name());
    }

    protected List<String> templateWarnings(ObjectNode document) {
        return PodWarnings.ofTemplate(document.path("spec").path("template"), "spec.template");
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        if (write.isOf("status")) return List.of();
        var errors = new ArrayList<>(checkNew(write.sent()));
        errors.addAll(checkSelector(write));
        errors.addAll(checkSpecChange(write));
        return errors;
    }

    /** That the selector stays. */
    protected static List<FieldError> checkSelector(Write write) {
        var before = write.stored().path("spec").path("selector");
        var after = write.sent().path("spec").path("selector");
        if (before.equals(after)) return List.of();
        return List.of(new FieldError(
                FieldError.Type.INVALID,
                "spec.selector",
                after.isMissingNode() ? "null" : after.toString(),
                "field is immutable"));
    }

    /** What else a change of the object itself may not do. */
    protected List<FieldError> checkSpecChange(Write write) {
        return List.of();
    }
}
