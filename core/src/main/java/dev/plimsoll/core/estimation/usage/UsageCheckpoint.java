package dev.plimsoll.core.estimation.usage;

import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint;

/**
 * The use of a container as a VerticalPodAutoscalerCheckpoint stores it.
 *
 * @param firstSample milliseconds since 1970, or {@link ContainerUsage#NEVER}
 * @param lastSample likewise
 */
public record UsageCheckpoint(
        long firstSample, long lastSample, long samples, HistogramCheckpoint cpu, HistogramCheckpoint memory) {
    /** The only form that is written and read. */
    public static final String VERSION = "v3";
}
