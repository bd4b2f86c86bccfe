package dev.plimsoll.core.prediction.autoscaling;

import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.usage.UsageSeries;
import dev.plimsoll.core.model.PodSpec;
import java.util.List;

/**
 * A workload of which use was recorded.
 *
 * @param workload such as {@code Deployment shop/web}
 * @param template its pods before anything was recommended for them
 * @param ranges LimitRanges of its namespace
 * @param series of all pods that it has or had
 */
public record RecordedWorkload(String workload, PodSpec template, NamespaceRanges ranges, List<UsageSeries> series) {
    public RecordedWorkload {
        series = List.copyOf(series);
    }
}
