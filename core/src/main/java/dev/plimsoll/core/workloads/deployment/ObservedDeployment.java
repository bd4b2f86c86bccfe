package dev.plimsoll.core.workloads.deployment;

import dev.plimsoll.core.workloads.ControlledPod;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * What is known of a deployment.
 *
 * @param status what it reports now
 * @param sets all that belong to it
 * @param setsWithPods uids of sets of which a pod is there that has not ended
 * @param pods active pods of all sets
 */
public record ObservedDeployment(
        DeploymentSpec spec,
        DeploymentStatus status,
        List<OwnedReplicaSet> sets,
        Set<String> setsWithPods,
        List<ControlledPod> pods,
        Instant now) {
    public ObservedDeployment {
        sets = List.copyOf(sets);
        setsWithPods = Set.copyOf(setsWithPods);
        pods = List.copyOf(pods);
    }
}
