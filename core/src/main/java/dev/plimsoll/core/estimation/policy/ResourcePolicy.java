package dev.plimsoll.core.estimation.policy;

import java.util.List;

/** {@code spec.resourcePolicy} of a VerticalPodAutoscaler. */
public record ResourcePolicy(List<ContainerPolicy> containerPolicies, PodPolicies podPolicies) {
    public static final ResourcePolicy NONE = new ResourcePolicy(List.of(), PodPolicies.DEFAULT);

    public ResourcePolicy {
        containerPolicies = List.copyOf(containerPolicies);
    }

    public static ResourcePolicy of(ContainerPolicy... policies) {
        return new ResourcePolicy(List.of(policies), PodPolicies.DEFAULT);
    }

    public ResourcePolicy withPodPolicies(PodPolicies changed) {
        return new ResourcePolicy(containerPolicies, changed);
    }

    /** The entry of that name, else the one for any container, else the default. */
    public ContainerPolicy of(String containerName) {
        var found = ContainerPolicy.DEFAULT;
        for (var policy : containerPolicies) {
            if (policy.containerName().equals(containerName)) return policy;
            if (policy.containerName().equals(ContainerPolicy.ANY)) found = policy;
        }
        return found;
    }

    /** Whether limits of the pod or of any container are to stay as they are. */
    public boolean leavesAnyLimits() {
        if (podPolicies.leavesLimits()) return true;
        for (var policy : containerPolicies) if (policy.leavesLimits()) return true;
        return false;
    }
}
