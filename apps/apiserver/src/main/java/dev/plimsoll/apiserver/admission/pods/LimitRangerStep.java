package dev.plimsoll.apiserver.admission.pods;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.admission.limitrange.LimitRanger;
import dev.plimsoll.core.admission.limitrange.RangeDefaults;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.Views;
import java.util.List;

/** LimitRanges fill in what a pod leaves open, and refuse what is beyond them. */
public final class LimitRangerStep implements AdmissionStep {
    private final Registry registry;
    private final Kind limitRanges;
    private final LimitRanger ranger;

    public LimitRangerStep(Registry registry, Kind limitRanges, FeatureGates gates) {
        this.registry = registry;
        this.limitRanges = limitRanges;
        this.ranger = LimitRanger.under(gates);
    }

    @Override
    public boolean mutate(AdmissionAttributes review) {
        if (!concerns(review)) return false;
        var ranges = ranges(review);
        if (ranges.isEmpty()) return false;
        var operation = review.isResize() ? LimitRanger.Operation.RESIZE : LimitRanger.Operation.CREATE;
        var applied = ranger.fill(review.pods().next(), ranges, operation);
        if (applied.additions().isEmpty()) return false;
        PodWriter.resources(review.object(), applied.spec());
        applied.annotation()
                .ifPresent(text ->
                        DocumentMetadata.of(review.object()).annotation(RangeDefaults.Applied.ANNOTATION, text));
        return true;
    }

    @Override
    public void validate(AdmissionAttributes review) {
        if (!concerns(review)) return;
        var ranges = ranges(review);
        if (ranges.isEmpty()) return;
        ranger.check(review.pods().next().spec(), ranges).ifPresent(violation -> {
            throw review.forbidden(violation.text());
        });
    }

    private static boolean concerns(AdmissionAttributes review) {
        if (review.isNewPod()) return true;
        return review.isResize() && !DocumentMetadata.of(review.stored()).isBeingDeleted();
    }

    private List<LimitRange> ranges(AdmissionAttributes review) {
        return registry.recent(limitRanges, review.namespace()).objects().stream()
                .map(candidate -> candidate.view(LimitRange.class, Views::limitRange))
                .toList();
    }
}
