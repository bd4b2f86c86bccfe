package dev.plimsoll.core.estimation.policy;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.EnumSet;
import java.util.Set;

/**
 * One entry of {@code spec.resourcePolicy.containerPolicies}.
 *
 * @param containerName the container, or {@link #ANY} for those without an entry of their own
 */
public record ContainerPolicy(
        String containerName,
        ContainerMode mode,
        Set<Compute> controlledResources,
        ControlledValues controlledValues,
        ResourceAmounts minAllowed,
        ResourceAmounts maxAllowed,
        MaxAllowedScope maxAllowedScope) {
    public static final String ANY = "*";

    /** What holds where nothing is said. */
    public static final ContainerPolicy DEFAULT = new ContainerPolicy(
            ANY,
            ContainerMode.AUTO,
            EnumSet.allOf(Compute.class),
            ControlledValues.REQUESTS_AND_LIMITS,
            ResourceAmounts.ABSENT,
            ResourceAmounts.ABSENT,
            MaxAllowedScope.REQUESTS);

    public ContainerPolicy {
        controlledResources = Set.copyOf(controlledResources);
    }

    public static ContainerPolicy of(String containerName) {
        return new ContainerPolicy(
                containerName,
                DEFAULT.mode,
                DEFAULT.controlledResources,
                DEFAULT.controlledValues,
                DEFAULT.minAllowed,
                DEFAULT.maxAllowed,
                DEFAULT.maxAllowedScope);
    }

    public ContainerPolicy withMode(ContainerMode changed) {
        return new ContainerPolicy(
                containerName, changed, controlledResources, controlledValues, minAllowed, maxAllowed, maxAllowedScope);
    }

    public ContainerPolicy withControlledResources(Set<Compute> changed) {
        return new ContainerPolicy(
                containerName, mode, changed, controlledValues, minAllowed, maxAllowed, maxAllowedScope);
    }

    public ContainerPolicy withControlledValues(ControlledValues changed) {
        return new ContainerPolicy(
                containerName, mode, controlledResources, changed, minAllowed, maxAllowed, maxAllowedScope);
    }

    public ContainerPolicy withMinAllowed(ResourceAmounts changed) {
        return new ContainerPolicy(
                containerName, mode, controlledResources, controlledValues, changed, maxAllowed, maxAllowedScope);
    }

    public ContainerPolicy withMaxAllowed(ResourceAmounts changed) {
        return new ContainerPolicy(
                containerName, mode, controlledResources, controlledValues, minAllowed, changed, maxAllowedScope);
    }

    public ContainerPolicy withMaxAllowedScope(MaxAllowedScope changed) {
        return new ContainerPolicy(
                containerName, mode, controlledResources, controlledValues, minAllowed, maxAllowed, changed);
    }

    /** Whether requests alone are written. */
    public boolean leavesLimits() {
        return controlledValues == ControlledValues.REQUESTS_ONLY;
    }
}
