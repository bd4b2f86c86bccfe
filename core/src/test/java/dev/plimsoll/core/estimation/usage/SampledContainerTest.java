package dev.plimsoll.core.estimation.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint.BucketWeight;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** vpa.md §2.4 and example B of §2.13. */
// Acceptance of the autoscaler: example-B, users-35
class SampledContainerTest {
    private static final long START = Instant.parse("2026-01-10T10:00:00Z").toEpochMilli();
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final SamplingRules RULES = SamplingRules.DEFAULT;

    private final ContainerUsage usage = new ContainerUsage(UsageScales.DEFAULT);
    private final SampledContainer container = new SampledContainer();

    private boolean memory(long time, long bytes) {
        return container.memory(time, bytes, usage, RULES);
    }

    private boolean oom(long time, long claimed) {
        return container.oom(time, claimed, usage, RULES);
    }

    /** Example B, up to the kill. */
    private void twoDays() {
        memory(START, 200_000_000);
        memory(START + MINUTE, 220_000_000);
        memory(START + 2 * MINUTE, 210_000_000);
        memory(START + 24 * HOUR, 150_000_000);
    }

    @Test
    void exampleB_onePeakForEachIntervalAndAKillReplacesIt() {
        twoDays();
        assertThat(oom(START + 25 * HOUR, 150_000_000)).isTrue();
        assertThat(usage.memory().reference())
                .isEqualTo(Instant.parse("2026-01-11T00:00:00Z").toEpochMilli());
        assertThat(usage.memory().weight(15)).isCloseTo(1.33484, within(1e-5));
        assertThat(usage.memory().weight(16)).isCloseTo(2.66968, within(1e-5));
        assertThat(usage.memory().totalWeight()).isCloseTo(4.00452, within(1e-5));
        assertThat(usage.checkpoint().memory().bucketWeights())
                .containsExactly(new BucketWeight(15, 5000), new BucketWeight(16, 10_000));
    }

    @Test
    void repeatedKillsDoNotCompound() {
        twoDays();
        oom(START + 25 * HOUR, 150_000_000);
        var once = usage.checkpoint();
        oom(START + 26 * HOUR, 150_000_000);
        assertThat(usage.checkpoint()).isEqualTo(once);
    }

    @Test
    void aKillBeforeTheRunningIntervalIsRefused() {
        twoDays();
        assertThat(oom(START + 24 * HOUR - 1, 150_000_000)).isFalse();
        assertThat(oom(START + 24 * HOUR, 150_000_000)).isTrue();
    }

    @Test
    void aKillMayComeLateButASampleOfMemoryMayNot() {
        memory(START, 100);
        memory(START + HOUR, 90);
        assertThat(memory(START + HOUR - 1, 1000)).isFalse();
        assertThat(memory(START + HOUR, 80)).isTrue();
        assertThat(oom(START + MINUTE, 100)).isTrue();
    }

    @Test
    void aSampleOfCpuMustBeNewerThanTheLast() {
        assertThat(container.cpu(START, 100, usage)).isTrue();
        assertThat(container.cpu(START, 200, usage)).isFalse();
        assertThat(container.cpu(START - 1, 200, usage)).isFalse();
        assertThat(container.cpu(START + 1, -1, usage)).isFalse();
        assertThat(usage.samples()).isEqualTo(1);
    }

    @Test
    void negativeUseIsRefused() {
        assertThat(memory(START, -1)).isFalse();
        assertThat(oom(START, -1)).isFalse();
        assertThat(usage.memory().isEmpty()).isTrue();
    }

    @Test
    void intervalsWithoutSamplesArePassedOver() {
        memory(START, 100_000_000);
        memory(START + 75 * HOUR, 100_000_000);
        assertThat(usage.memory().totalWeight())
                .as("stamped 24 and 96 hours after the first")
                .isCloseTo(Math.pow(2, 10.0 / 24) * (1 + 8), within(1e-9));
    }

    @Test
    void thePeakOfTheRunningIntervalIsWithheldFromACheckpoint() {
        twoDays();
        var stored = usage.copy();
        container.withhold(START + 30 * HOUR, stored);
        assertThat(stored.checkpoint().memory().bucketWeights()).containsExactly(new BucketWeight(15, 10_000));
        var later = usage.copy();
        container.withhold(START + 48 * HOUR, later);
        assertThat(later.checkpoint()).isEqualTo(usage.checkpoint());
    }

    @Test
    void aKillNeedsAFifthMoreOrAHundredMebibytes() {
        assertThat(RULES.needed(150_000_000)).isEqualTo(254_857_600);
        assertThat(RULES.needed(1_000_000_000)).isEqualTo(1_200_000_000);
    }
}
