package dev.plimsoll.core.estimation.report;

import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One container of a workload, for one pod.
 *
 * @param estimateOrNull what is recommended; none for a sidecar, whose use counts for the pod as a whole, nor where nothing is known
 */
public record ContainerReport(
        String name,
        boolean isSidecar,
        ResourceRequirements asked,
        ComputeAmounts average,
        ComputeAmounts highest,
        @Nullable Estimate estimateOrNull) {
    public Optional<Estimate> estimate() {
        return Optional.ofNullable(estimateOrNull);
    }
}
