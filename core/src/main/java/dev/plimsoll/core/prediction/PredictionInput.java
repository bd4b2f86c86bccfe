package dev.plimsoll.core.prediction;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.prediction.autoscaling.AutoscalingInput;
import dev.plimsoll.core.prediction.workload.WorkloadSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A cluster and what is to happen to it. The order of lists does not matter.
 *
 * @param namespaces their labels
 * @param draining names of nodes that are drained
 * @param removed names of nodes that go without being drained
 * @param resizes pods as they are to become, with the uids of pods that run
 * @param consolidates whether nodes are drained in the end while all pods find a place
 * @param autoscalingOrNull use that is played through after that; null where none was recorded
 * @param now when the prediction begins
 */
public record PredictionInput(
        List<PredictedNode> nodes,
        List<PredictedPod> pods,
        List<WorkloadSpec> workloads,
        List<PredictedBudget> budgets,
        Map<String, Map<String, String>> namespaces,
        Set<String> draining,
        Set<String> removed,
        List<Pod> resizes,
        boolean consolidates,
        @Nullable AutoscalingInput autoscalingOrNull,
        Instant now) {
    public PredictionInput {
        nodes = List.copyOf(nodes);
        pods = List.copyOf(pods);
        workloads = List.copyOf(workloads);
        budgets = List.copyOf(budgets);
        namespaces = Map.copyOf(namespaces);
        draining = Set.copyOf(draining);
        removed = Set.copyOf(removed);
        resizes = List.copyOf(resizes);
    }
}
