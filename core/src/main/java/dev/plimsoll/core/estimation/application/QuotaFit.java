package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.admission.quota.QuotaAdmission;
import dev.plimsoll.core.admission.quota.QuotaDecision;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceQuota;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the quotas of a namespace say to a recommendation: no pod is asked for, and none evicted or resized, that they refuse. */
public final class QuotaFit {
    private final PodCreation creation;
    private final QuotaAdmission admission;
    private final List<ResourceQuota> quotas;
    private final Instant now;

    private QuotaFit(PodCreation creation, QuotaAdmission admission, List<ResourceQuota> quotas, Instant now) {
        this.creation = creation;
        this.admission = admission;
        this.quotas = List.copyOf(quotas);
        this.now = now;
    }

    /** With the gates of the API server that has the quotas. */
    public static QuotaFit under(FeatureGates gates, List<ResourceQuota> quotas, Instant now) {
        return new QuotaFit(PodCreation.under(gates), QuotaAdmission.under(gates), quotas, now);
    }

    /**
     * The changes for a new pod: the first that the quotas take. Where they take none but would take the pod as it was sent, it
     * stays as it was, and a note says why; a pod that they refuse anyway is not changed for their sake.
     */
    public PodEdits choose(Pod sent, List<PodEdits> choices) {
        if (quotas.isEmpty()) return choices.getFirst();
        for (var choice : choices) if (refusalOfNew(sent, choice).isEmpty()) return choice;
        var refused = refusalOfNew(sent, choices.getLast());
        if (refused.isEmpty() || refusalOfNew(sent, PodEdits.NONE).isPresent()) return choices.getFirst();
        var note = new PodEdits.Note(ValueLocation.POD, "left unchanged, " + refused.get());
        return new PodEdits(List.of(), List.of(note));
    }

    private Optional<String> refusalOfNew(Pod sent, PodEdits edits) {
        var made = creation.apply(edits.applyTo(sent.spec())).spec();
        return refusal(admission.create(sent.withSpec(made), quotas, now));
    }

    /**
     * Why a pod may not have other resources, or may not be replaced by one that has: only what is more is charged. What the API server fills in
     * counts as well.
     */
    public Optional<String> refusal(Pod running, PodSpec then) {
        if (quotas.isEmpty()) return Optional.empty();
        var filledIn = creation.apply(then).spec();
        var update = new QuotaAdmission.Update(running, running.withSpec(filledIn));
        return refusal(admission.update(update, quotas, now));
    }

    private static Optional<String> refusal(QuotaDecision decision) {
        return decision instanceof QuotaDecision.Refused(var _, var message) ? Optional.of(message) : Optional.empty();
    }
}
