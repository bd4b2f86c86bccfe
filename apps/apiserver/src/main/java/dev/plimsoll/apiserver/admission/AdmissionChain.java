package dev.plimsoll.apiserver.admission;

import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.List;

/**
 * All steps in their order; the first refusal ends it.
 *
 * <p>Our own steps change the object first, then policies, then webhooks. What those put in is then seen by our own steps again, so
 * that a container that a webhook added gets the defaults of LimitRanges as any other, and by those policies and webhooks that ask
 * for it. Before it is stored, our own steps judge the object, then policies, then webhooks, and quotas are charged last: who is refused
 * by anybody else is not charged.
 */
public final class AdmissionChain {
    private final List<AdmissionStep> steps;
    private final AdmissionExtension policies;
    private final AdmissionExtension webhooks;
    private final AdmissionStep quota;

    public AdmissionChain(
            List<AdmissionStep> steps, AdmissionExtension policies, AdmissionExtension webhooks, AdmissionStep quota) {
        this.steps = List.copyOf(steps);
        this.policies = policies;
        this.webhooks = webhooks;
        this.quota = quota;
    }

    public void mutate(AdmissionAttributes review) {
        mutateInside(review);
        var byPolicies = policies.mutate(review);
        var byWebhooks = webhooks.mutate(review);
        if (!byPolicies.changed() && !byWebhooks.changed()) return;
        review.pods().changed();
        mutateInside(review);
        policies.mutateAgain(review, byPolicies);
        webhooks.mutateAgain(review, byWebhooks);
        review.pods().changed();
    }

    /** Between the last change and the first check of fields. */
    public void authorize(AdmissionAttributes review) {
        for (var step : steps) step.authorize(review);
    }

    /** What is wrong with a new object where it is made. */
    public List<FieldError> check(AdmissionAttributes review) {
        var errors = new ArrayList<FieldError>();
        for (var step : steps) errors.addAll(step.check(review));
        return errors;
    }

    public void validate(AdmissionAttributes review) {
        for (var step : steps) step.validate(review);
        policies.validate(review);
        webhooks.validate(review);
        quota.validate(review);
    }

    /** For a request that is handed on to a node, a pod or a service, and writes nothing. */
    public void connect(AdmissionAttributes review) {
        policies.validate(review);
        webhooks.validate(review);
    }

    /** For a write that webhooks have seen in another form. */
    public void admitInside(AdmissionAttributes review) {
        mutateInside(review);
        for (var step : steps) step.validate(review);
        quota.validate(review);
    }

    private void mutateInside(AdmissionAttributes review) {
        for (var step : steps) if (step.mutate(review)) review.pods().changed();
    }
}
