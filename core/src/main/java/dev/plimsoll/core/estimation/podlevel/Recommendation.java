package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * {@code status.recommendation}: for each container, and for the pod as a whole where that is asked for.
 *
 * @param excluded containers that the pod's recommendation counts and that get none of their own
 * @param podMaximum the most that the pod was held to, where anything bounds it
 */
public record Recommendation(
        List<ContainerEstimate> containers,
        @Nullable Estimate podOrNull,
        List<ExcludedContainer> excluded,
        ResourceAmounts podMaximum) {
    public static final Recommendation NONE = new Recommendation(List.of(), null);

    public Recommendation {
        containers = List.copyOf(containers);
        excluded = List.copyOf(excluded);
    }

    /** One that counts no other containers, and that nothing bounds. */
    public Recommendation(List<ContainerEstimate> containers, @Nullable Estimate podOrNull) {
        this(containers, podOrNull, List.of(), ResourceAmounts.ABSENT);
    }

    public Optional<Estimate> pod() {
        return Optional.ofNullable(podOrNull);
    }

    public Optional<Estimate> container(String name) {
        for (var container : containers) {
            if (container.containerName().equals(name)) return Optional.of(container.estimate());
        }
        return Optional.empty();
    }

    /** What an excluded container needs of a resource; empty where that is not known. */
    public OptionalLong use(String name, Compute compute) {
        return entry(excluded(name).map(ExcludedContainer::target), compute);
    }

    /** What a container of whose use nothing is known counts with. */
    long requested(String name, Compute compute) {
        return entry(excluded(name).map(ExcludedContainer::requested), compute).orElse(0);
    }

    private Optional<ExcludedContainer> excluded(String name) {
        for (var container : excluded) {
            if (container.containerName().equals(name)) return Optional.of(container);
        }
        return Optional.empty();
    }

    private static OptionalLong entry(Optional<ResourceAmounts> amounts, Compute compute) {
        return amounts.isPresent() && amounts.get().contains(compute.resource())
                ? OptionalLong.of(compute.unitsOf(amounts.get()))
                : OptionalLong.empty();
    }
}
