package dev.plimsoll.core.prediction;

import dev.plimsoll.core.prediction.workload.WorkloadContext;
import dev.plimsoll.core.workloads.ControlledNode;
import dev.plimsoll.core.workloads.ControlledPod;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What controllers see of the cluster in one round. */
record ReconciledCluster(
        PredictedCluster cluster,
        Map<String, PredictedNode> byName,
        PodFates fates,
        Map<String, Integer> names,
        Instant now)
        implements WorkloadContext {
    @Override
    public List<ControlledPod> podsOf(String controller) {
        return cluster.controlledBy(controller);
    }

    @Override
    public List<ControlledNode> nodes() {
        return byName.values().stream().map(PredictedNode::controlled).toList();
    }

    @Override
    public String newName(String base) {
        return base + "-new" + names.merge(base, 1, Integer::sum);
    }

    @Override
    public List<String> lost(String workload) {
        return fates.lost(workload).stream().map(PredictedPod::uid).toList();
    }
}
