package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.core.estimation.recommendation.EstimatorSettings;
import dev.plimsoll.core.estimation.usage.SamplingRules;
import dev.plimsoll.core.estimation.usage.UsageScales;
import dev.plimsoll.core.model.ResourceAmounts;
import java.time.Duration;

/**
 * How the recommender works.
 *
 * @param name objects that name another recommender are left alone
 * @param checkpointInterval each object's checkpoints are written at most this often
 * @param minorInterval changes that nobody would notice are written at most this often
 * @param grace after which a container that no pod has any more is forgotten
 * @param containerMaxAllowed for containers whose policy names no maximum
 * @param podMaxAllowed for pods whose policy names no maximum
 * @param podLevel the gate {@code PodLevelResources}
 * @param sidecars whether sidecars count for pods with pod-level resources
 * @param integerCpu whether annotations may ask for whole cores
 */
public record RecommenderSettings(
        String name,
        Duration interval,
        Duration checkpointInterval,
        Duration minorInterval,
        Duration grace,
        EstimatorSettings estimator,
        SamplingRules sampling,
        UsageScales scales,
        ResourceAmounts containerMaxAllowed,
        ResourceAmounts podMaxAllowed,
        boolean podLevel,
        boolean sidecars,
        boolean integerCpu) {
    public static final RecommenderSettings DEFAULT = new RecommenderSettings(
            "default",
            Duration.ofMinutes(1),
            Duration.ofMinutes(10),
            Duration.ofMinutes(5),
            Duration.ofHours(24),
            EstimatorSettings.DEFAULT,
            SamplingRules.DEFAULT,
            UsageScales.DEFAULT,
            ResourceAmounts.ABSENT,
            ResourceAmounts.ABSENT,
            false,
            true,
            false);

    public RecommenderSettings withPodLevel(boolean changed) {
        return new RecommenderSettings(
                name,
                interval,
                checkpointInterval,
                minorInterval,
                grace,
                estimator,
                sampling,
                scales,
                containerMaxAllowed,
                podMaxAllowed,
                changed,
                sidecars,
                integerCpu);
    }

    public RecommenderSettings withIntervals(Duration loop, Duration checkpoints) {
        return new RecommenderSettings(
                name,
                loop,
                checkpoints,
                minorInterval,
                grace,
                estimator,
                sampling,
                scales,
                containerMaxAllowed,
                podMaxAllowed,
                podLevel,
                sidecars,
                integerCpu);
    }
}
