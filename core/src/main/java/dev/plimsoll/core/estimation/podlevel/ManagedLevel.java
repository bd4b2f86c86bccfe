package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;

/** Which of a pod's values are managed: one pod at a time, since a rollout may have pods of both kinds. */
public enum ManagedLevel {
    /** Those of all containers, as upstream. */
    CONTAINERS,
    /** Those of the pod, and those of containers that set values. */
    POD_AND_CONTAINERS,
    /** Those of the pod; containers lose theirs. */
    POD_ONLY,
    /** Those of containers that set values, within a pod level that stays as it is. */
    WITHIN_POD,
    NOTHING;

    /** Whether the pod level is written or to be kept to. */
    public boolean isPodLevel() {
        return this != CONTAINERS;
    }

    public static ManagedLevel of(PodSpec spec, PodMode mode) {
        return of(setsPodLevel(spec), setsContainers(spec), mode);
    }

    private static ManagedLevel of(boolean pod, boolean containers, PodMode mode) {
        return switch (mode) {
            case AUTO -> pod ? POD_AND_CONTAINERS : CONTAINERS;
            case POD_AND_CONTAINERS -> pod || containers ? POD_AND_CONTAINERS : POD_ONLY;
            case POD_ONLY -> pod && !containers ? POD_AND_CONTAINERS : POD_ONLY;
            case OFF -> !pod ? CONTAINERS : containers ? WITHIN_POD : NOTHING;
        };
    }

    /** Whether the pod as a whole has a value that is ours to manage. */
    public static boolean setsPodLevel(PodSpec spec) {
        return sets(spec.resources());
    }

    /** Whether any regular container has a value that is ours to manage. */
    public static boolean setsContainers(PodSpec spec) {
        return spec.containers().stream().map(Container::resources).anyMatch(ManagedLevel::sets);
    }

    private static boolean sets(ResourceRequirements resources) {
        return Compute.ALL.stream()
                .map(Compute::resource)
                .anyMatch(name -> resources.requests().contains(name)
                        || resources.limits().contains(name));
    }
}
