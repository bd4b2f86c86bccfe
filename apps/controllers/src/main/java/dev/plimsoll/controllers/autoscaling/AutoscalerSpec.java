package dev.plimsoll.controllers.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.estimation.replicas.Behavior;
import dev.plimsoll.core.estimation.replicas.ReplicaRange;
import dev.plimsoll.core.estimation.replicas.Tolerance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The spec of an {@code autoscaling/v2} HorizontalPodAutoscaler, as the API server has filled it in. */
record AutoscalerSpec(
        Target target,
        ReplicaRange range,
        List<MeasuredBy> metrics,
        @Nullable Behavior behaviorOrNull,
        Tolerance tolerance) {
    /** What is scaled. */
    record Target(String apiVersion, String kind, String name) {
        /** As events and messages name it. */
        String reference() {
            return kind + "/" + name;
        }
    }

    static AutoscalerSpec of(JsonNode spec, Duration usualStabilization, Tolerance usualTolerance) {
        var target = spec.path("scaleTargetRef");
        var metrics = new ArrayList<MeasuredBy>();
        for (var metric : spec.path("metrics")) metrics.add(MeasuredBy.of(metric));
        var behavior = spec.path("behavior");
        return new AutoscalerSpec(
                new Target(
                        target.path("apiVersion").asText(),
                        target.path("kind").asText(),
                        target.path("name").asText()),
                new ReplicaRange(
                        spec.path("minReplicas").asInt(1),
                        spec.path("maxReplicas").asInt()),
                List.copyOf(metrics),
                behavior.isObject() ? BehaviorReader.read(behavior, usualStabilization) : null,
                BehaviorReader.tolerance(behavior, usualTolerance));
    }

    Optional<Behavior> behavior() {
        return Optional.ofNullable(behaviorOrNull);
    }
}
