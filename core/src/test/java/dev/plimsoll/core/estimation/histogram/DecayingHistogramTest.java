package dev.plimsoll.core.estimation.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint.BucketWeight;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** vpa.md §2.5, §2.6, §2.9 and the examples D, E and F of §2.13. */
// Acceptance of the autoscaler: example-D, example-E, example-F, users-34
class DecayingHistogramTest {
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long MIDNIGHT = Instant.parse("2026-01-10T00:00:00Z").toEpochMilli();

    private static DecayingHistogram cpu() {
        return new DecayingHistogram(Scale.CPU);
    }

    private static DecayingHistogram restored(long reference, double total, BucketWeight... weights) {
        var stored = new HistogramCheckpoint(reference, List.of(weights), total);
        return switch (DecayingHistogram.restore(Scale.CPU, stored)) {
            case DecayingHistogram.Restored.Histogram(var histogram) -> histogram;
            case DecayingHistogram.Restored.Refused(var reason) -> throw new AssertionError(reason);
        };
    }

    @Test
    void anEmptyHistogramAnswersZero() {
        assertThat(cpu().isEmpty()).isTrue();
        assertThat(cpu().percentile(0.9)).isZero();
        assertThat(cpu().checkpoint().bucketWeights()).isEmpty();
    }

    @Test
    void theReferenceIsTheNearestHalfLifeCountedFromTheYearOne() {
        var before = cpu();
        before.add(1, 1, MIDNIGHT + DAY / 2 - 1);
        assertThat(before.reference()).isEqualTo(MIDNIGHT);
        var after = cpu();
        after.add(1, 1, MIDNIGHT + DAY / 2);
        assertThat(after.reference()).isEqualTo(MIDNIGHT + DAY);
    }

    @Test
    void exampleD_equalSamplesADayApartWeighOneTwoFour() {
        var histogram = cpu();
        histogram.add(0.1, 1, MIDNIGHT);
        histogram.add(0.2, 1, MIDNIGHT + DAY);
        histogram.add(0.5, 1, MIDNIGHT + 2 * DAY);
        assertThat(List.of(histogram.weight(8), histogram.weight(14), histogram.weight(25)))
                .containsExactly(1.0, 2.0, 4.0);
        assertThat(histogram.percentile(0.5)).isCloseTo(0.5111345, within(1e-6));
        assertThat(histogram.percentile(3.0 / 7)).isCloseTo(0.2157856, within(1e-6));
        assertThat(histogram.percentile(1.0 / 7)).isCloseTo(0.1102656, within(1e-6));
    }

    @Test
    void exampleE_theOlderHistogramIsShiftedToTheYoungerReference() {
        var older = restored(MIDNIGHT, 0.4, new BucketWeight(8, 10_000));
        var younger = restored(MIDNIGHT + 2 * DAY, 0.2, new BucketWeight(8, 10_000), new BucketWeight(14, 10_000));
        for (var pair : List.of(List.of(older, younger), List.of(younger, older))) {
            var merged = pair.getFirst().copy();
            merged.merge(pair.getLast());
            assertThat(merged.reference()).isEqualTo(MIDNIGHT + 2 * DAY);
            assertThat(merged.weight(8)).isCloseTo(0.2, within(1e-12));
            assertThat(merged.weight(14)).isCloseTo(0.1, within(1e-12));
            assertThat(merged.totalWeight()).isCloseTo(0.3, within(1e-12));
            assertThat((long) (merged.percentile(0.5) * 1000)).isEqualTo(110);
            assertThat((long) (merged.percentile(0.9) * 1000)).isEqualTo(215);
        }
        assertThat(older.totalWeight()).as("what is merged stays as it is").isEqualTo(0.4);
    }

    @Test
    void exampleF_storedWeightsAreSharesOfTheTotal() {
        var histogram = restored(MIDNIGHT, 0.3, new BucketWeight(14, 5_000), new BucketWeight(8, 10_000));
        assertThat(histogram.weight(8)).isCloseTo(0.2, within(1e-12));
        assertThat(histogram.weight(14)).isCloseTo(0.1, within(1e-12));
        assertThat(histogram.checkpoint().bucketWeights())
                .containsExactly(new BucketWeight(8, 10_000), new BucketWeight(14, 5_000));
    }

    @Test
    void whatIsSubtractedWasNeverThere() {
        var histogram = cpu();
        histogram.add(0.1, 1, MIDNIGHT);
        histogram.add(20, 1, MIDNIGHT);
        histogram.subtract(20, 1, MIDNIGHT);
        assertThat(histogram.percentile(1)).isCloseTo(0.1102656, within(1e-6));
        histogram.subtract(0.1, 1, MIDNIGHT);
        assertThat(histogram.isEmpty()).isTrue();
        assertThat(histogram.totalWeight()).isZero();
    }

    @Test
    void oneHundredHalfLivesLaterTheReferenceMovesAndOldSamplesFade() {
        var histogram = cpu();
        histogram.add(0.1, 1, MIDNIGHT);
        histogram.add(0.2, 1, MIDNIGHT + 101 * DAY);
        assertThat(histogram.reference()).isEqualTo(MIDNIGHT + 101 * DAY);
        assertThat(histogram.percentile(0)).as("the old bucket is empty").isCloseTo(0.2157856, within(1e-6));
    }

    @Test
    void onlyTouchedBucketsAreHeld() {
        var histogram = cpu();
        for (var milli = 100; milli < 500; milli++) histogram.add(milli / 1000.0, 0.1, MIDNIGHT);
        assertThat(histogram.held()).isLessThan(24);
    }

    @Test
    void storedHistogramsThatCannotBeAreRefused() {
        for (var stored : List.of(
                new HistogramCheckpoint(0, List.of(), -1),
                new HistogramCheckpoint(0, List.of(), Double.NaN),
                new HistogramCheckpoint(0, List.of(new BucketWeight(176, 1)), 1),
                new HistogramCheckpoint(0, List.of(new BucketWeight(-1, 1)), 1),
                new HistogramCheckpoint(0, List.of(new BucketWeight(1, -1)), 1))) {
            assertThat(DecayingHistogram.restore(Scale.CPU, stored))
                    .isInstanceOf(DecayingHistogram.Restored.Refused.class);
        }
    }

    @Test
    void aStoredHistogramWithoutWeightsIsEmpty() {
        assertThat(restored(MIDNIGHT, 3).isEmpty()).isTrue();
        assertThat(restored(MIDNIGHT, 3, new BucketWeight(5, 0)).isEmpty()).isTrue();
    }
}
