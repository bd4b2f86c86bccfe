package dev.plimsoll.core.estimation.recommendation;

import dev.plimsoll.core.estimation.Compute;
import java.time.Duration;

/**
 * How recommendations are made; the defaults are upstream's.
 *
 * @param marginFraction what is added to every percentile
 */
public record EstimatorSettings(double marginFraction, PerResource cpu, PerResource memory) {
    public static final EstimatorSettings DEFAULT = new EstimatorSettings(
            0.15,
            new PerResource(Percentiles.DEFAULT, Duration.ofHours(24), 25, RecommendationRounding.NONE),
            new PerResource(Percentiles.DEFAULT, Duration.ofHours(24), 250L << 20, RecommendationRounding.NONE));

    public PerResource of(Compute compute) {
        return switch (compute) {
            case CPU -> cpu;
            case MEMORY -> memory;
        };
    }

    /**
     * The part for one resource, in its unit.
     *
     * @param confidenceInterval the history after which bounds are believed
     * @param podMinimum the least of a pod, shared evenly by its containers
     */
    public record PerResource(
            Percentiles percentiles, Duration confidenceInterval, long podMinimum, RecommendationRounding rounding) {}

    /** Which parts of the use the three values cover. */
    public record Percentiles(double target, double lower, double upper) {
        public static final Percentiles DEFAULT = new Percentiles(0.9, 0.5, 0.95);
    }
}
