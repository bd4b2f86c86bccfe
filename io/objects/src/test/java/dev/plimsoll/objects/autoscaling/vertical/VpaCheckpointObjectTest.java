package dev.plimsoll.objects.autoscaling.vertical;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.histogram.DecayingHistogram;
import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint;
import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint.BucketWeight;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.UsageCheckpoint;
import dev.plimsoll.objects.testing.Docs;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class VpaCheckpointObjectTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final ObjectName VPA = new ObjectName("ns", "web");

    @Test
    @DisplayName("a history is read as it was written, with times that are not there")
    void roundTrip() {
        var usage = new UsageCheckpoint(
                NOW.toEpochMilli(),
                ContainerUsage.NEVER,
                7,
                new HistogramCheckpoint(NOW.toEpochMilli(), List.of(new BucketWeight(3, 10_000)), 2.5),
                new HistogramCheckpoint(DecayingHistogram.YEAR_ONE, List.of(), 0));
        var draft = new VpaCheckpointDraft(VPA, "a", usage, NOW);
        var read = new VpaCheckpointObject(Docs.stored(draft.document()));
        assertThat(read.name()).isEqualTo(new ObjectName("ns", "web-a"));
        assertThat(read.vpa()).isEqualTo(VPA);
        assertThat(read.container()).isEqualTo("a");
        assertThat(read.usage()).contains(usage);
    }

    @Test
    @DisplayName("a checkpoint of another version says nothing")
    void otherVersion() {
        assertThat(new VpaCheckpointObject(Docs.json("{'status':{'version':'v9'}}")).usage())
                .isEmpty();
    }

    @Test
    @DisplayName("the history of whole pods has a name that no container can take")
    void wholePods() {
        assertThat(VpaCheckpointObject.name(VPA, "")).isEqualTo(new ObjectName("ns", "web--pod"));
    }
}
