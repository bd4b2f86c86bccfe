package dev.plimsoll.codec.view;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Tells equal values apart of which one was given lists of amounts without entries and the other none: the two lists are equal, but a node that tells an
 * empty list tells something.
 */
final class DeclaredAmounts {
    private DeclaredAmounts() {}

    static boolean areAlike(ResourceAmounts one, ResourceAmounts other) {
        return one.isDeclared() == other.isDeclared();
    }

    static boolean areAlike(ResourceRequirements one, ResourceRequirements other) {
        return areAlike(one.requests(), other.requests()) && areAlike(one.limits(), other.limits());
    }

    static boolean containers(List<Container> one, List<Container> other) {
        return areAlike(one, other, (left, right) -> areAlike(left.resources(), right.resources()));
    }

    static boolean statuses(List<ContainerStatus> one, List<ContainerStatus> other) {
        return areAlike(
                one,
                other,
                (left, right) -> areAlike(left.resources(), right.resources())
                        && areAlike(left.allocatedResources(), right.allocatedResources()));
    }

    static boolean areAlike(PodSpec one, PodSpec other) {
        return containers(one.containers(), other.containers())
                && containers(one.initContainers(), other.initContainers())
                && containers(one.ephemeralContainers(), other.ephemeralContainers())
                && areAlike(one.resources(), other.resources())
                && areAlike(one.overhead(), other.overhead());
    }

    static boolean areAlike(PodStatus one, PodStatus other) {
        return statuses(one.containerStatuses(), other.containerStatuses())
                && statuses(one.initContainerStatuses(), other.initContainerStatuses())
                && areAlike(one.resources(), other.resources())
                && areAlike(one.allocatedResources(), other.allocatedResources());
    }

    /** Of equal lists. */
    private static <T> boolean areAlike(List<T> one, List<T> other, BiPredicate<T, T> areAlike) {
        for (var i = 0; i < one.size(); i++) if (!areAlike.test(one.get(i), other.get(i))) return false;
        return true;
    }
}
