package dev.plimsoll.core.estimation.policy;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.EnumSet;
import java.util.Set;

/** {@code spec.resourcePolicy.podPolicies}: how the recommendation for a pod as a whole is bounded and applied (AEP-7571). */
public record PodPolicies(
        PodMode mode,
        Set<Compute> controlledResources,
        ControlledValues controlledValues,
        ResourceAmounts minAllowed,
        ResourceAmounts maxAllowed,
        MaxAllowedScope maxAllowedScope,
        EstimatorKind estimator) {
    /** What holds where nothing is said. */
    public static final PodPolicies DEFAULT = new PodPolicies(
            PodMode.AUTO,
            EnumSet.allOf(Compute.class),
            ControlledValues.REQUESTS_AND_LIMITS,
            ResourceAmounts.ABSENT,
            ResourceAmounts.ABSENT,
            MaxAllowedScope.REQUESTS,
            EstimatorKind.SUM);

    public PodPolicies {
        controlledResources = Set.copyOf(controlledResources);
    }

    public PodPolicies withMode(PodMode changed) {
        return new PodPolicies(
                changed, controlledResources, controlledValues, minAllowed, maxAllowed, maxAllowedScope, estimator);
    }

    public PodPolicies withControlledResources(Set<Compute> changed) {
        return new PodPolicies(mode, changed, controlledValues, minAllowed, maxAllowed, maxAllowedScope, estimator);
    }

    public PodPolicies withControlledValues(ControlledValues changed) {
        return new PodPolicies(mode, controlledResources, changed, minAllowed, maxAllowed, maxAllowedScope, estimator);
    }

    public PodPolicies withMinAllowed(ResourceAmounts changed) {
        return new PodPolicies(
                mode, controlledResources, controlledValues, changed, maxAllowed, maxAllowedScope, estimator);
    }

    public PodPolicies withMaxAllowed(ResourceAmounts changed) {
        return new PodPolicies(
                mode, controlledResources, controlledValues, minAllowed, changed, maxAllowedScope, estimator);
    }

    public PodPolicies withMaxAllowedScope(MaxAllowedScope changed) {
        return new PodPolicies(mode, controlledResources, controlledValues, minAllowed, maxAllowed, changed, estimator);
    }

    public PodPolicies withEstimator(EstimatorKind changed) {
        return new PodPolicies(
                mode, controlledResources, controlledValues, minAllowed, maxAllowed, maxAllowedScope, changed);
    }

    public boolean leavesLimits() {
        return controlledValues == ControlledValues.REQUESTS_ONLY;
    }

    public boolean controls(Compute compute) {
        return mode != PodMode.OFF && controlledResources.contains(compute);
    }
}
