package dev.plimsoll.core.prediction.workload;

import dev.plimsoll.core.workloads.ControlledNode;
import dev.plimsoll.core.workloads.ControlledPod;
import java.time.Instant;
import java.util.List;

/** What a workload sees of the cluster when it decides. */
public interface WorkloadContext {
    /** Pods with this controller, those that have ended included, by name. */
    List<ControlledPod> podsOf(String controller);

    List<ControlledNode> nodes();

    Instant now();

    /** A name that no pod has, the same in every run. */
    String newName(String base);

    /** Uids of pods of the workload that went away without the workload's doing and have not been replaced, oldest first. */
    List<String> lost(String workload);
}
