package dev.plimsoll.core.prediction.autoscaling;

import dev.plimsoll.core.estimation.spec.VpaSpec;
import java.util.Set;

/**
 * A VerticalPodAutoscaler.
 *
 * @param name {@code NAMESPACE/NAME}
 * @param workload whose pods it looks after, such as {@code Deployment shop/web}
 * @param wholeCores containers that are given whole cores
 */
public record VerticalAutoscaler(String name, String workload, VpaSpec spec, Set<String> wholeCores) {
    public VerticalAutoscaler {
        wholeCores = Set.copyOf(wholeCores);
    }
}
