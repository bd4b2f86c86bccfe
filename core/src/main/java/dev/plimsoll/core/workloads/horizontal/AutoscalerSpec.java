package dev.plimsoll.core.workloads.horizontal;

import dev.plimsoll.core.model.CrossVersionObjectReference;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The spec of an {@code autoscaling/v2} HorizontalPodAutoscaler, as the API server has filled it in. */
public record AutoscalerSpec(
        CrossVersionObjectReference target,
        ReplicaRange range,
        List<MetricSource> metrics,
        @Nullable Behavior behaviorOrNull,
        Tolerance tolerance) {
    public AutoscalerSpec {
        metrics = List.copyOf(metrics);
    }

    public Optional<Behavior> behavior() {
        return Optional.ofNullable(behaviorOrNull);
    }
}
