package dev.plimsoll.core.estimation.usage;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.histogram.DecayingHistogram;

/**
 * What is remembered of the use of all containers that one recommendation is for: CPU samples, and the peaks of memory.
 *
 * <p>It changes in place and belongs to one loop; hundreds of thousands of them are held. Times are milliseconds since 1970.
 */
public final class ContainerUsage {
    /** The time of something that has not happened. */
    public static final long NEVER = Long.MIN_VALUE;

    private static final double CPU_WEIGHT = 0.1;
    private static final double PEAK_WEIGHT = 1;

    private final DecayingHistogram cpu;
    private final DecayingHistogram memory;
    private long firstSample = NEVER;
    private long lastSample = NEVER;
    private long samples;

    public ContainerUsage(UsageScales scales) {
        this(new DecayingHistogram(scales.cpu()), new DecayingHistogram(scales.memory()));
    }

    private ContainerUsage(DecayingHistogram cpu, DecayingHistogram memory) {
        this.cpu = cpu;
        this.memory = memory;
    }

    public ContainerUsage copy() {
        var copy = new ContainerUsage(cpu.copy(), memory.copy());
        copy.firstSample = firstSample;
        copy.lastSample = lastSample;
        copy.samples = samples;
        return copy;
    }

    void addCpu(long time, long milliCores) {
        cpu.add(milliCores / 1000.0, CPU_WEIGHT, time);
        if (firstSample == NEVER || time < firstSample) firstSample = time;
        if (lastSample == NEVER || time > lastSample) lastSample = time;
        samples++;
    }

    /** A peak counts at the end of the interval that it is the peak of. */
    void addPeak(long intervalEnd, long bytes) {
        memory.add((double) bytes, PEAK_WEIGHT, intervalEnd);
    }

    /** Takes back a peak, for a higher one or because its interval is not over. */
    public void subtractPeak(long intervalEnd, long bytes) {
        memory.subtract((double) bytes, PEAK_WEIGHT, intervalEnd);
    }

    /** Adds what another one remembers, which stays as it is. */
    public void merge(ContainerUsage other) {
        cpu.merge(other.cpu);
        memory.merge(other.memory);
        if (other.firstSample != NEVER && (firstSample == NEVER || other.firstSample < firstSample)) {
            firstSample = other.firstSample;
        }
        lastSample = Math.max(lastSample, other.lastSample);
        samples += other.samples;
    }

    /** Cores. */
    public DecayingHistogram cpu() {
        return cpu;
    }

    /** Bytes. */
    public DecayingHistogram memory() {
        return memory;
    }

    public long firstSample() {
        return firstSample;
    }

    public long lastSample() {
        return lastSample;
    }

    /** Samples of CPU; memory is not counted. */
    public long samples() {
        return samples;
    }

    /** Whether anything was seen of a resource. */
    public boolean knows(Compute compute) {
        return switch (compute) {
            case CPU -> !cpu.isEmpty();
            case MEMORY -> !memory.isEmpty();
        };
    }

    public boolean isEmpty() {
        return samples == 0;
    }

    public UsageCheckpoint checkpoint() {
        return new UsageCheckpoint(firstSample, lastSample, samples, cpu.checkpoint(), memory.checkpoint());
    }

    /** What was stored, or why it cannot be read. */
    public static Restored restore(UsageScales scales, UsageCheckpoint stored) {
        if (stored.samples() < 0) return new Restored.Refused("totalSamplesCount is negative");
        return switch (DecayingHistogram.restore(scales.cpu(), stored.cpu())) {
            case DecayingHistogram.Restored.Refused(var reason) -> new Restored.Refused("cpuHistogram: " + reason);
            case DecayingHistogram.Restored.Histogram(var cpu) ->
                switch (DecayingHistogram.restore(scales.memory(), stored.memory())) {
                    case DecayingHistogram.Restored.Refused(var reason) ->
                        new Restored.Refused("memoryHistogram: " + reason);
                    case DecayingHistogram.Restored.Histogram(var memory) ->
                        new Restored.Usage(restored(cpu, memory, stored));
                };
        };
    }

    private static ContainerUsage restored(DecayingHistogram cpu, DecayingHistogram memory, UsageCheckpoint stored) {
        var usage = new ContainerUsage(cpu, memory);
        usage.firstSample = stored.firstSample();
        usage.lastSample = stored.lastSample();
        usage.samples = stored.samples();
        return usage;
    }

    /** The outcome of reading a checkpoint. */
    public sealed interface Restored {
        record Usage(ContainerUsage usage) implements Restored {}

        record Refused(String reason) implements Restored {}
    }
}
