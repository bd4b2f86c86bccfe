package dev.plimsoll.testkit.gen;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;
import java.util.random.RandomGenerator;

/** What nodes say of pods. */
public final class PodStatusGen {
    private PodStatusGen() {}

    /** A node in the middle of resizes: every part may be missing, old, or as desired. */
    public static Gen<PodStatus> resizing(PodSpec spec) {
        return random -> new PodStatus(
                Gen.oneOf("Pending", "Running").from(random),
                "",
                0,
                conditions(random),
                spec.containers().stream()
                        .filter(_ -> Gen.chance(random, 80))
                        .map(container -> resizing(container, random))
                        .toList(),
                spec.initContainers().stream()
                        .filter(_ -> Gen.chance(random, 80))
                        .map(container -> resizing(container, random))
                        .toList(),
                requirements(random),
                amounts(random));
    }

    /** A node that has done all that was asked, and reports the pod as a whole, overhead included. */
    public static PodStatus converged(PodSpec spec) {
        var total = PodDemand.AS_WRITTEN.requests(spec);
        var limits = PodDemand.AS_WRITTEN.limits(spec);
        var reported = ofContainers(spec);
        return new PodStatus(
                reported.phase(),
                "",
                0,
                List.of(),
                reported.containerStatuses(),
                reported.initContainerStatuses(),
                ResourceRequirements.of(total, limits),
                total);
    }

    /** A node that has done all that was asked, but reports containers only. */
    public static PodStatus ofContainers(PodSpec spec) {
        return new PodStatus(
                "Running",
                "",
                0,
                List.of(),
                spec.containers().stream().map(PodStatusGen::converged).toList(),
                spec.initContainers().stream().map(PodStatusGen::converged).toList(),
                ResourceRequirements.ABSENT,
                ResourceAmounts.ABSENT);
    }

    /** The same status, with a pending resize for that reason. */
    public static PodStatus pending(PodStatus status, String reason) {
        return new PodStatus(
                status.phase(),
                status.qosClass(),
                status.observedGeneration(),
                List.of(condition(Condition.POD_RESIZE_PENDING, reason)),
                status.containerStatuses(),
                status.initContainerStatuses(),
                status.resources(),
                status.allocatedResources());
    }

    private static ContainerStatus converged(Container container) {
        var resources = container.resources();
        return new ContainerStatus(
                container.name(),
                true,
                ResourceRequirements.of(resources.requests(), resources.limits()),
                resources.requests());
    }

    private static ContainerStatus resizing(Container container, RandomGenerator random) {
        if (Gen.chance(random, 30)) return converged(container);
        return new ContainerStatus(container.name(), random.nextBoolean(), requirements(random), amounts(random));
    }

    private static ResourceRequirements requirements(RandomGenerator random) {
        return Gen.chance(random, 25)
                ? ResourceRequirements.ABSENT
                : ResourceGen.soundRequirements().from(random);
    }

    private static ResourceAmounts amounts(RandomGenerator random) {
        return Gen.chance(random, 25)
                ? ResourceAmounts.ABSENT
                : ResourceGen.soundRequirements().from(random).requests();
    }

    private static List<Condition> conditions(RandomGenerator random) {
        return switch (random.nextInt(5)) {
            case 0 -> List.of(condition(Condition.POD_RESIZE_PENDING, Condition.DEFERRED));
            case 1 -> List.of(condition(Condition.POD_RESIZE_PENDING, Condition.INFEASIBLE));
            case 2 ->
                List.of(
                        condition(Condition.POD_RESIZE_IN_PROGRESS, ""),
                        condition(Condition.POD_RESIZE_PENDING, Condition.DEFERRED));
            case 3 -> List.of(condition(Condition.POD_RESIZE_IN_PROGRESS, "Error"));
            default -> List.of();
        };
    }

    private static Condition condition(String type, String reason) {
        return new Condition(type, "True", reason, "", 1, "");
    }
}
