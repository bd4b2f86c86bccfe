package dev.plimsoll.core.estimation.recommendation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint;
import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint.BucketWeight;
import dev.plimsoll.core.estimation.recommendation.Estimator.Bounds;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.SampledContainer;
import dev.plimsoll.core.estimation.usage.UsageCheckpoint;
import dev.plimsoll.core.estimation.usage.UsageScales;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** vpa.md §2.7 and the examples A, B and C of §2.13. */
// Acceptance of the autoscaler: example-A, example-B, example-C
class EstimatorTest {
    private static final Estimator ESTIMATOR = new Estimator(EstimatorSettings.DEFAULT);
    private static final long START = 1_767_225_600_000L;

    /** Buckets of CPU 8, 14, 25, 36 with 60, 25, 8 and 7 per cent; memory as in example B. */
    private static ContainerUsage usage(double confidence) {
        var span = (long) (confidence * Duration.ofDays(1).toMillis());
        var cpu = new HistogramCheckpoint(
                START,
                List.of(
                        new BucketWeight(8, 60),
                        new BucketWeight(14, 25),
                        new BucketWeight(25, 8),
                        new BucketWeight(36, 7)),
                10);
        var memory = new HistogramCheckpoint(
                START, List.of(new BucketWeight(15, 5000), new BucketWeight(16, 10_000)), 4.00452);
        var stored = new UsageCheckpoint(START, START + span, 1_000_000_000, cpu, memory);
        return switch (ContainerUsage.restore(UsageScales.DEFAULT, stored)) {
            case ContainerUsage.Restored.Usage(var usage) -> usage;
            case ContainerUsage.Restored.Refused(var reason) -> throw new AssertionError(reason);
        };
    }

    @ParameterizedTest(name = "example A: after {0} days lower {1}m, target {2}m, upper {3}m")
    @CsvSource({
        "7, 125, 587, 1334",
        "1, 125, 587, 2336",
        "0.5, 125, 587, 3504",
        "0.003472222222222222, 75, 587, 337552",
        "0, 25, 587, 100000000000000"
    })
    void exampleA(double confidence, long lower, long target, long upper) {
        assertThat(ESTIMATOR.bounds(usage(confidence), 1, Compute.CPU)).isEqualTo(new Bounds(target, lower, upper));
    }

    @Test
    void exampleB_memoryAfterADay() {
        assertThat(ESTIMATOR.bounds(usage(1), 1, Compute.MEMORY))
                .isEqualTo(new Bounds(297_164_212, 296_570_773, 594_328_424));
    }

    @Test
    void exampleC_theMinimumOfAPodIsSharedByItsContainers() {
        var idle = new ContainerUsage(UsageScales.DEFAULT);
        new SampledContainer().cpu(START, 0, idle);
        var estimate = ESTIMATOR.estimate(idle, 2, EnumSet.allOf(Compute.class));
        assertThat(estimate.lowerBound()).hasToString("cpu=12m,memory=125Mi");
        assertThat(estimate.target()).hasToString("cpu=12m,memory=125Mi");
    }

    @Test
    void nothingSeenGivesTheMinimum() {
        var nothing = new ContainerUsage(UsageScales.DEFAULT);
        assertThat(ESTIMATOR.bounds(nothing, 1, Compute.CPU)).isEqualTo(new Bounds(25, 25, 25));
    }

    @Test
    void onlyControlledResourcesAreRecommended() {
        var estimate = ESTIMATOR.estimate(usage(1), 1, EnumSet.of(Compute.MEMORY));
        assertThat(estimate.target()).hasToString("memory=297164212");
        assertThat(estimate.uncappedTarget()).isEqualTo(estimate.target());
    }

    @Test
    void roundingGoesUpToAMultiple() {
        var defaults = EstimatorSettings.DEFAULT;
        var rounded = new Estimator(new EstimatorSettings(
                defaults.marginFraction(),
                new EstimatorSettings.PerResource(
                        defaults.cpu().percentiles(),
                        Duration.ofHours(24),
                        25,
                        new RecommendationRounding.Multiple(100)),
                new EstimatorSettings.PerResource(
                        defaults.memory().percentiles(),
                        Duration.ofHours(24),
                        250L << 20,
                        new RecommendationRounding.Multiple(1 << 20))));
        assertThat(rounded.estimate(usage(1), 1, EnumSet.allOf(Compute.class)).target())
                .hasToString("cpu=600m,memory=284Mi");
    }

    /** 283.4, 1.5 and 2 of their units; what is below one kibibyte is left. */
    @ParameterizedTest
    @CsvSource({
        "297164212, 297166439",
        "1610612736, 1610612736",
        "1234567890, 1234803098",
        "2199023255552, 2199023255552",
        "1023, 1023",
        "1536, 1536",
        "1700, 1700"
    })
    void memoryThatPeopleReadHasTwoDecimals(long bytes, long readable) {
        assertThat(new RecommendationRounding.Legible(new RecommendationRounding.Multiple(1)).of(bytes))
                .isEqualTo(readable);
    }

    @Test
    void fewSamplesGiveLessConfidenceThanALongSpan() {
        var usage = new ContainerUsage(UsageScales.DEFAULT);
        var container = new SampledContainer();
        container.cpu(START, 100, usage);
        container.cpu(START + Duration.ofDays(30).toMillis(), 100, usage);
        assertThat(Estimator.confidence(usage, EstimatorSettings.DEFAULT.cpu())).isEqualTo(2.0 / 1440);
    }
}
