package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.estimation.Compute;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a replay shows of one workload.
 *
 * @param unlisted containers that were recorded and that the manifest does not have
 * @param steps what was wanted in each part of the time
 * @param stepMillis how long such a part is
 */
public record WorkloadOutcome(
        String name,
        Instant from,
        Instant to,
        long samples,
        List<String> containers,
        List<String> unlisted,
        List<LevelOutcome> levels,
        List<Wanted> steps,
        long stepMillis) {
    public WorkloadOutcome {
        containers = List.copyOf(containers);
        unlisted = List.copyOf(unlisted);
        levels = List.copyOf(levels);
        steps = List.copyOf(steps);
    }

    public Optional<LevelOutcome> level(ReplayLevel level) {
        return levels.stream().filter(outcome -> outcome.level() == level).findFirst();
    }

    /** What all pods wanted in one part of the time: cores, and bytes. */
    public record Wanted(Instant from, double cpuMean, double cpuPeak, double memoryMean, double memoryPeak) {
        public double mean(Compute compute) {
            return compute == Compute.CPU ? cpuMean : memoryMean;
        }

        public double peak(Compute compute) {
            return compute == Compute.CPU ? cpuPeak : memoryPeak;
        }
    }
}
