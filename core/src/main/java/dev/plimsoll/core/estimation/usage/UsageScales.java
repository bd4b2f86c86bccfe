package dev.plimsoll.core.estimation.usage;

import dev.plimsoll.core.estimation.histogram.Buckets;
import dev.plimsoll.core.estimation.histogram.Scale;
import java.time.Duration;

/** The scales of the two histograms of a container. */
public record UsageScales(Scale cpu, Scale memory) {
    public static final UsageScales DEFAULT = new UsageScales(Scale.CPU, Scale.MEMORY);

    public static UsageScales of(Duration cpuHalfLife, Duration memoryHalfLife) {
        return new UsageScales(new Scale(Buckets.CPU, cpuHalfLife), new Scale(Buckets.MEMORY, memoryHalfLife));
    }
}
