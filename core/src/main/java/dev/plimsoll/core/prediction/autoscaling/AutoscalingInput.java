package dev.plimsoll.core.prediction.autoscaling;

import dev.plimsoll.core.workloads.horizontal.AutoscalerTimes;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * Recorded use, and who acts on it. The order of lists does not matter.
 *
 * @param start of the recording, in milliseconds since 1970
 * @param end of the recording, likewise
 * @param step from one moment that is played through to the next
 */
public record AutoscalingInput(
        List<RecordedWorkload> workloads,
        List<HorizontalAutoscaler> horizontal,
        List<VerticalAutoscaler> vertical,
        AutoscalerTimes times,
        long start,
        long end,
        Duration step) {
    public AutoscalingInput {
        workloads = workloads.stream()
                .sorted(Comparator.comparing(RecordedWorkload::workload))
                .toList();
        horizontal = horizontal.stream()
                .sorted(Comparator.comparing(HorizontalAutoscaler::name))
                .toList();
        vertical = vertical.stream()
                .sorted(Comparator.comparing(VerticalAutoscaler::name))
                .toList();
        if (!step.isPositive()) throw new IllegalArgumentException("a step is longer than nothing");
    }
}
