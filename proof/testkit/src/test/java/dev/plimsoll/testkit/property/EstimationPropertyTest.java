package dev.plimsoll.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.core.estimation.histogram.Buckets;
import dev.plimsoll.core.estimation.histogram.DecayingHistogram;
import dev.plimsoll.core.estimation.histogram.Scale;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.SampledContainer;
import dev.plimsoll.core.estimation.usage.SamplingRules;
import dev.plimsoll.core.estimation.usage.UsageScales;
import dev.plimsoll.testkit.gen.Gen;
import dev.plimsoll.testkit.gen.Samples;
import java.util.HashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Histograms and peaks against twins that keep every sample and look at all of them each time. */
class EstimationPropertyTest {
    private static final Samples SAMPLES = Samples.of(2_000);
    private static final long DAY = 86_400_000;
    private static final long START = 1_700_000_000_000L;

    record Sample(long time, long value) {}

    /** In the order of time, over some days. */
    private static Gen<List<Sample>> samples(long largest) {
        return random -> {
            var size = random.nextInt(1, 60);
            var bits = 63 - Long.numberOfLeadingZeros(largest);
            return random.longs(size, START, START + 8 * DAY)
                    .distinct()
                    .sorted()
                    .mapToObj(time -> new Sample(time, random.nextLong(1L << random.nextInt(bits - 6, bits))))
                    .toList();
        };
    }

    /** Weights by bucket, from nothing but the samples. */
    private static SortedMap<Integer, Double> weights(List<Sample> samples, long reference) {
        var weights = new TreeMap<Integer, Double>();
        for (var sample : samples) {
            var bucket = 0;
            while (bucket + 1 < Buckets.CPU.count() && Buckets.CPU.start(bucket + 1) <= sample.value() / 1000.0)
                bucket++;
            weights.merge(bucket, 0.1 * Math.pow(2, (double) (sample.time() - reference) / DAY), Double::sum);
        }
        return weights;
    }

    private static DecayingHistogram histogram(List<Sample> samples) {
        var histogram = new DecayingHistogram(Scale.CPU);
        for (var sample : samples) histogram.add(sample.value() / 1000.0, 0.1, sample.time());
        return histogram;
    }

    @Test
    void weightsAndPercentilesAreThoseOfAllSamples() {
        SAMPLES.check(samples(1 << 20), samples -> {
            var histogram = histogram(samples);
            var weights = weights(samples, histogram.reference());
            var total =
                    weights.values().stream().mapToDouble(Double::doubleValue).sum();
            assertThat(histogram.totalWeight()).isCloseTo(total, within(total * 1e-9));
            weights.forEach(
                    (bucket, weight) -> assertThat(histogram.weight(bucket)).isCloseTo(weight, within(weight * 1e-9)));
            for (var part : List.of(0.5, 0.9, 0.95)) assertCovers(histogram.percentile(part), part, weights, total);
        });
    }

    /** Up to the edge lies that part of the weight, and one bucket lower less than it. */
    private static void assertCovers(double edge, double part, SortedMap<Integer, Double> weights, double total) {
        var upTo = 0.0;
        var below = 0.0;
        for (var entry : weights.entrySet()) {
            if (Buckets.CPU.start(entry.getKey()) < edge) {
                below = upTo;
                upTo += entry.getValue();
            }
        }
        assertThat(upTo).isGreaterThanOrEqualTo(part * total * (1 - 1e-9));
        assertThat(below).isLessThanOrEqualTo(part * total * (1 + 1e-9));
    }

    @Test
    void mergedHistogramsAreThatOfAllTheirSamples() {
        SAMPLES.check(samples(1 << 20), samples -> {
            var half = samples.size() / 2;
            var merged = histogram(samples.subList(0, half));
            merged.merge(histogram(samples.subList(half, samples.size())));
            weights(samples, merged.reference()).forEach((bucket, weight) -> {
                if (weight > 0.01) assertThat(merged.weight(bucket)).isCloseTo(weight, within(weight * 0.02 + 2e-4));
            });
        });
    }

    @Test
    void aSampleThatIsTakenBackLeavesNothing() {
        SAMPLES.check(samples(1 << 20), samples -> {
            var histogram = histogram(samples);
            var before = histogram.copy();
            histogram.add(5, 1, START + DAY);
            histogram.subtract(5, 1, START + DAY);
            assertThat(histogram.totalWeight()).isCloseTo(before.totalWeight(), within(1e-3));
            assertThat(histogram.percentile(0.9)).isEqualTo(before.percentile(0.9));
        });
    }

    @Test
    void memoryIsThePeakOfEachInterval() {
        SAMPLES.check(samples(1L << 34), samples -> {
            var usage = new ContainerUsage(UsageScales.DEFAULT);
            var container = new SampledContainer();
            var peaks = new HashMap<Long, Long>();
            var first = samples.getFirst().time();
            for (var sample : samples) {
                var bytes = sample.value() + 1;
                assertThat(container.memory(sample.time(), bytes, usage, SamplingRules.DEFAULT))
                        .isTrue();
                peaks.merge((sample.time() - first) / DAY, bytes, Math::max);
            }
            var twin = new DecayingHistogram(Scale.MEMORY);
            new TreeMap<>(peaks).forEach((day, peak) -> twin.add((double) peak, 1, first + (day + 1) * DAY));
            assertThat(usage.memory().totalWeight()).isCloseTo(twin.totalWeight(), within(twin.totalWeight() * 1e-9));
            assertThat(usage.memory().percentile(0.9)).isEqualTo(twin.percentile(0.9));
        });
    }

    @Test
    void aCheckpointIsReadBackToAThousandth() {
        SAMPLES.check(samples(1 << 20), samples -> {
            var histogram = histogram(samples);
            var stored = histogram.checkpoint();
            var restored = DecayingHistogram.restore(Scale.CPU, stored);
            assertThat(restored)
                    .isInstanceOfSatisfying(
                            DecayingHistogram.Restored.Histogram.class,
                            read -> assertThat(read.histogram().totalWeight())
                                    .isCloseTo(histogram.totalWeight(), within(1e-9)));
        });
    }
}
