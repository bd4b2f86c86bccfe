package dev.plimsoll.core.prediction;

import dev.plimsoll.core.prediction.autoscaling.AutoscalingOutcome;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a cluster.
 *
 * @param pods by namespace and name: those that were there and those that were made
 * @param blocked why pods could not be evicted from nodes that are drained, by pod
 * @param refusals why workloads could not make pods, by workload
 * @param capacity in the end
 * @param consolidationOrNull which nodes could go then; null where nobody asked
 * @param autoscalingOrNull how workloads fared under recorded use after that; null where none was recorded
 * @param rounds how long it took
 * @param isSettled whether nothing happens any more; false where it was given up
 */
public record PredictedOutcome(
        List<PodFate> pods,
        List<ResizeFate> resizes,
        SortedMap<String, String> blocked,
        SortedMap<String, String> refusals,
        ClusterCapacity capacity,
        @Nullable ConsolidationOutcome consolidationOrNull,
        @Nullable AutoscalingOutcome autoscalingOrNull,
        int rounds,
        boolean isSettled) {
    public PredictedOutcome {
        pods = List.copyOf(pods);
        resizes = List.copyOf(resizes);
        blocked = Collections.unmodifiableSortedMap(new TreeMap<>(blocked));
        refusals = Collections.unmodifiableSortedMap(new TreeMap<>(refusals));
    }
}
