package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code status.recommendation}: for each container, and for the pod as a whole where that is asked for. */
public record Recommendation(
        List<ContainerEstimate> containers, @Nullable Estimate podOrNull) {
    public static final Recommendation NONE = new Recommendation(List.of(), null);

    public Recommendation {
        containers = List.copyOf(containers);
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

    /** What the containers were thought to need before any bound. */
    ResourceAmounts containersUncapped() {
        var sum = ResourceAmounts.EMPTY;
        for (var container : containers) sum = sum.plus(container.estimate().uncappedTarget());
        return sum;
    }

    /**
     * Whether sidecars were counted for the pod: they have no entry of their own, but the pod was thought to need more than
     * its containers.
     */
    public boolean countsSidecars() {
        if (podOrNull == null) return false;
        var pod = podOrNull.uncappedTarget();
        var containersAlone = containersUncapped();
        return pod.names().stream().anyMatch(name -> pod.amount(name).isGreaterThan(containersAlone.amount(name)));
    }
}
