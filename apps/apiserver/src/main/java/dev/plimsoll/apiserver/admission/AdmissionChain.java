package dev.plimsoll.apiserver.admission;

import java.util.List;

/** All steps in their order; the first refusal ends it. */
public final class AdmissionChain {
    private final List<AdmissionStep> steps;

    public AdmissionChain(List<AdmissionStep> steps) {
        this.steps = List.copyOf(steps);
    }

    public void mutate(Review review) {
        for (var step : steps) step.mutate(review);
    }

    public void validate(Review review) {
        for (var step : steps) step.validate(review);
    }
}
