package dev.plimsoll.core.prediction.autoscaling;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What became of a cluster under recorded use.
 *
 * @param from of the recording
 * @param to of the recording
 * @param workloads those of which use was recorded, by name
 */
public record AutoscalingOutcome(Instant from, Instant to, Duration step, List<WorkloadCourse> workloads) {
    public AutoscalingOutcome {
        workloads = List.copyOf(workloads);
    }

    public long kills() {
        return workloads.stream().mapToLong(WorkloadCourse::kills).sum();
    }
}
