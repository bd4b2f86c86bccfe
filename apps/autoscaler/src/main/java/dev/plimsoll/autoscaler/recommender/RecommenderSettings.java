package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.autoscaler.prometheus.PrometheusSettings;
import dev.plimsoll.core.estimation.recommendation.EstimatorSettings;
import dev.plimsoll.core.estimation.usage.SamplingRules;
import dev.plimsoll.core.estimation.usage.UsageScales;
import dev.plimsoll.core.model.ResourceAmounts;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How the recommender works.
 *
 * @param name objects that name another recommender are left alone
 * @param intervals after how many intervals of memory without a sample a container is forgotten
 * @param sidecars whether sidecars count for pods with pod-level resources
 * @param integerCpu whether annotations may ask for whole cores
 * @param workers how many objects are written at a time
 * @param externalOrNull where use is read instead of metrics.k8s.io
 * @param prometheusOrNull where history comes from; checkpoints are neither read nor written then
 */
public record RecommenderSettings(
        String name,
        Rhythm rhythm,
        EstimatorSettings estimator,
        SamplingRules sampling,
        long intervals,
        UsageScales scales,
        Maxima maxima,
        AutoscalerGates gates,
        boolean sidecars,
        boolean integerCpu,
        int workers,
        @Nullable ExternalNames externalOrNull,
        @Nullable PrometheusSettings prometheusOrNull) {
    public static final RecommenderSettings DEFAULT = new RecommenderSettings(
            "default",
            Rhythm.DEFAULT,
            EstimatorSettings.DEFAULT,
            SamplingRules.DEFAULT,
            8,
            UsageScales.DEFAULT,
            Maxima.NONE,
            AutoscalerGates.NONE,
            true,
            false,
            10,
            null,
            null);

    /**
     * What is done how often.
     *
     * @param checkpoints each object's checkpoints are written at most this often
     * @param garbage checkpoints without an object are looked for this often
     * @param drift changes that nobody would notice are written at most this often
     * @param grace after which a container that no pod has any more is forgotten
     * @param writing after which no further checkpoint is written in a round
     */
    public record Rhythm(
            Duration round, Duration checkpoints, Duration garbage, Duration drift, Duration grace, Duration writing) {
        public static final Rhythm DEFAULT = new Rhythm(
                Duration.ofMinutes(1),
                Duration.ofMinutes(10),
                Duration.ofMinutes(10),
                Duration.ofMinutes(5),
                Duration.ofHours(24),
                Duration.ofMinutes(1));
    }

    /**
     * Bounds for those whose policy names none.
     *
     * @param container for each container
     * @param pod for the sum of them
     */
    public record Maxima(ResourceAmounts container, ResourceAmounts pod) {
        public static final Maxima NONE = new Maxima(ResourceAmounts.ABSENT, ResourceAmounts.ABSENT);
    }

    public Optional<PrometheusSettings> prometheus() {
        return Optional.ofNullable(prometheusOrNull);
    }

    public Optional<ExternalNames> external() {
        return Optional.ofNullable(externalOrNull);
    }

    boolean podLevel() {
        return gates.isOn(AutoscalerGate.POD_LEVEL_RESOURCES);
    }

    boolean perVpa() {
        return gates.isOn(AutoscalerGate.PER_VPA_CONFIG);
    }

    public RecommenderSettings withGates(AutoscalerGates changed) {
        return with(draft -> draft.gates = changed);
    }

    public RecommenderSettings withMaxima(Maxima changed) {
        return with(draft -> draft.maxima = changed);
    }

    public RecommenderSettings withIntervals(Duration round, Duration checkpoints) {
        return withRhythm(
                new Rhythm(round, checkpoints, rhythm.garbage(), rhythm.drift(), rhythm.grace(), rhythm.writing()));
    }

    public RecommenderSettings withRhythm(Rhythm changed) {
        return with(draft -> draft.rhythm = changed);
    }

    public RecommenderSettings withPrometheus(PrometheusSettings changed) {
        return with(draft -> draft.prometheusOrNull = changed);
    }

    public RecommenderSettings withExternal(ExternalNames changed) {
        return with(draft -> draft.externalOrNull = changed);
    }

    private RecommenderSettings with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.build();
    }

    /** Settings, field by field: a copy with other values is written once. */
    private static final class Draft {
        private final String name;
        private Rhythm rhythm;
        private final EstimatorSettings estimator;
        private final SamplingRules sampling;
        private final long intervals;
        private final UsageScales scales;
        private Maxima maxima;
        private AutoscalerGates gates;
        private final boolean sidecars;
        private final boolean integerCpu;
        private final int workers;
        private @Nullable ExternalNames externalOrNull;
        private @Nullable PrometheusSettings prometheusOrNull;

        Draft(RecommenderSettings from) {
            name = from.name;
            rhythm = from.rhythm;
            estimator = from.estimator;
            sampling = from.sampling;
            intervals = from.intervals;
            scales = from.scales;
            maxima = from.maxima;
            gates = from.gates;
            sidecars = from.sidecars;
            integerCpu = from.integerCpu;
            workers = from.workers;
            externalOrNull = from.externalOrNull;
            prometheusOrNull = from.prometheusOrNull;
        }

        RecommenderSettings build() {
            return new RecommenderSettings(
                    name,
                    rhythm,
                    estimator,
                    sampling,
                    intervals,
                    scales,
                    maxima,
                    gates,
                    sidecars,
                    integerCpu,
                    workers,
                    externalOrNull,
                    prometheusOrNull);
        }
    }
}
