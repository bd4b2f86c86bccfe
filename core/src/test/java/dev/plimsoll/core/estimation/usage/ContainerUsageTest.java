package dev.plimsoll.core.estimation.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint;
import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint.BucketWeight;
import java.util.List;
import org.junit.jupiter.api.Test;

/** vpa.md §2.3 (merge) and §2.9 (checkpoints). */
class ContainerUsageTest {
    private static ContainerUsage sampled(long first, int samples) {
        var usage = new ContainerUsage(UsageScales.DEFAULT);
        var container = new SampledContainer();
        for (var i = 0; i < samples; i++) {
            container.cpu(first + i * 60_000L, 100 + i, usage);
            container.memory(first + i * 60_000L, 200_000_000L + i, usage, SamplingRules.DEFAULT);
        }
        return usage;
    }

    @Test
    void mergingKeepsTheWholeSpanAndAllSamples() {
        var merged = sampled(1_700_000_000_000L, 3);
        merged.merge(sampled(1_699_000_000_000L, 5));
        merged.merge(new ContainerUsage(UsageScales.DEFAULT));
        assertThat(merged.firstSample()).isEqualTo(1_699_000_000_000L);
        assertThat(merged.lastSample()).isEqualTo(1_700_000_120_000L);
        assertThat(merged.samples()).isEqualTo(8);
    }

    @Test
    void mergingIntoNothingIsACopy() {
        var usage = sampled(1_700_000_000_000L, 30);
        var merged = new ContainerUsage(UsageScales.DEFAULT);
        merged.merge(usage);
        assertThat(merged.checkpoint()).isEqualTo(usage.checkpoint());
        assertThat(usage.copy().checkpoint()).isEqualTo(usage.checkpoint());
    }

    @Test
    void aCheckpointReadBackIsTheSameCheckpoint() {
        var stored = sampled(1_700_000_000_000L, 30).checkpoint();
        assertThat(ContainerUsage.restore(UsageScales.DEFAULT, stored))
                .isInstanceOfSatisfying(
                        ContainerUsage.Restored.Usage.class,
                        restored -> assertThat(
                                        restored.usage().checkpoint().cpu().bucketWeights())
                                .isEqualTo(stored.cpu().bucketWeights()));
    }

    @Test
    void aRefusedHistogramIsNamed() {
        var good = new HistogramCheckpoint(0, List.of(), 0);
        var bad = new HistogramCheckpoint(0, List.of(new BucketWeight(500, 1)), 1);
        assertThat(ContainerUsage.restore(UsageScales.DEFAULT, new UsageCheckpoint(0, 0, 1, bad, good)))
                .hasToString("Refused[reason=cpuHistogram: invalid bucket 500, range is [0,175]]");
        assertThat(ContainerUsage.restore(UsageScales.DEFAULT, new UsageCheckpoint(0, 0, 1, good, bad)))
                .hasToString("Refused[reason=memoryHistogram: invalid bucket 500, range is [0,175]]");
    }
}
