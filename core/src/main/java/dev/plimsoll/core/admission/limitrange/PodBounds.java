package dev.plimsoll.core.admission.limitrange;

import dev.plimsoll.core.demand.ContainerAggregate;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.function.Predicate;

/** What a LimitRange of type Pod holds against its bounds: the containers' aggregate, overridden by the pod level. */
final class PodBounds {
    private final Predicate<ResourceName> overriding;

    private PodBounds(Predicate<ResourceName> overriding) {
        this.overriding = overriding;
    }

    static PodBounds under(FeatureGates gates) {
        if (!gates.isOn(Gate.POD_LEVEL_RESOURCES)) return new PodBounds(_ -> false);
        var hugePages = gates.isOn(Gate.LIMIT_RANGE_POD_LEVEL_HUGE_PAGES);
        return new PodBounds(name -> name.isAllowedAtPodLevel() && (hugePages || !name.isHugePages()));
    }

    ResourceRequirements of(PodSpec spec) {
        var resources = spec.resources();
        return ResourceRequirements.of(
                ContainerAggregate.requests(spec)
                        .overriddenBy(resources.requests().retaining(overriding)),
                ContainerAggregate.limits(spec).overriddenBy(resources.limits().retaining(overriding)));
    }
}
