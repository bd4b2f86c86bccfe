package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;

/** The amounts that containers ask for, asked for by their pod as a whole. */
public final class PodLevelSpec {
    private PodLevelSpec() {}

    /** Whether containers ask for something, and the pod as a whole does not. */
    public static boolean canTranslate(PodSpec spec) {
        return !ManagedLevel.setsPodLevel(spec) && ManagedLevel.setsContainers(spec);
    }

    /** The same amounts, as the API server would store them; containers keep what cannot be said for a pod. */
    public static PodSpec of(PodSpec spec) {
        var requests = PodDemand.AS_WRITTEN.requestsWithoutOverhead(spec).retaining(PodLevelSpec::isOurs);
        var whole = PodCreation.DEFAULT
                .apply(spec.withResources(ResourceRequirements.of(requests, ResourceAmounts.ABSENT)))
                .spec();
        return whole.mappingContainers(container -> container.withResources(ResourceRequirements.of(
                container.resources().requests().retaining(name -> !isOurs(name)),
                container.resources().limits().retaining(name -> !isOurs(name)))));
    }

    private static boolean isOurs(ResourceName name) {
        return Compute.ALL.stream().anyMatch(compute -> compute.resource().equals(name));
    }
}
