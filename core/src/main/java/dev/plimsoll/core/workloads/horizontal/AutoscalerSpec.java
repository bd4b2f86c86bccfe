package dev.plimsoll.core.workloads.horizontal;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The spec of an {@code autoscaling/v2} HorizontalPodAutoscaler, as the API server has filled it in. */
public record AutoscalerSpec(
        Target target,
        ReplicaRange range,
        List<MetricSource> metrics,
        @Nullable Behavior behaviorOrNull,
        Tolerance tolerance) {
    /** What is scaled. */
    public record Target(String apiVersion, String kind, String name) {
        /** As events and messages name it. */
        public String reference() {
            return kind + "/" + name;
        }
    }

    public AutoscalerSpec {
        metrics = List.copyOf(metrics);
    }

    public Optional<Behavior> behavior() {
        return Optional.ofNullable(behaviorOrNull);
    }
}
