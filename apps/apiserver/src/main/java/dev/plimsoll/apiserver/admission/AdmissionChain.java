package dev.plimsoll.apiserver.admission;

import java.util.List;

/**
 * All steps in their order; the first refusal ends it.
 *
 * <p>Our own steps change the object first, then the webhooks. What a webhook put in is then seen by our own steps again, so
 * that a container that it added gets the defaults of LimitRanges as any other, and by those webhooks that ask for it.
 * Before it is stored, our own steps judge the object, then the webhooks, and quotas are charged last: who is refused
 * by anybody else is not charged.
 */
public final class AdmissionChain {
    private final List<AdmissionStep> steps;
    private final OutsideAdmission webhooks;
    private final AdmissionStep quota;

    AdmissionChain(List<AdmissionStep> steps, OutsideAdmission webhooks, AdmissionStep quota) {
        this.steps = List.copyOf(steps);
        this.webhooks = webhooks;
        this.quota = quota;
    }

    public void mutate(Review review) {
        mutateInside(review);
        var round = webhooks.mutate(review);
        if (!round.changed()) return;
        mutateInside(review);
        webhooks.mutateAgain(review, round);
    }

    /** Between the last change and the first check of fields. */
    public void authorize(Review review) {
        for (var step : steps) step.authorize(review);
    }

    public void validate(Review review) {
        for (var step : steps) step.validate(review);
        webhooks.validate(review);
        quota.validate(review);
    }

    /** For a write that webhooks have seen in another form. */
    public void admitInside(Review review) {
        mutateInside(review);
        for (var step : steps) step.validate(review);
        quota.validate(review);
    }

    private void mutateInside(Review review) {
        for (var step : steps) step.mutate(review);
    }
}
