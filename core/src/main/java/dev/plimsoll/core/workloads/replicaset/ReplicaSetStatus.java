package dev.plimsoll.core.workloads.replicaset;

import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.RequeueAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a replica set reports.
 *
 * @param requeueAfter when a ready pod becomes available by waiting; zero if none does
 */
public record ReplicaSetStatus(
        int replicas,
        int fullyLabeledReplicas,
        int readyReplicas,
        int availableReplicas,
        int terminatingReplicas,
        Conditions conditions,
        Duration requeueAfter) {
    public static final String REPLICA_FAILURE = "ReplicaFailure";

    /** What failed in this reconcile; nothing where the message is empty. */
    public record Failure(String reason, String message) {
        public static final Failure NONE = new Failure("", "");
    }

    /**
     * Counts.
     *
     * @param templateLabels a pod with all of them is fully labeled
     * @param before the conditions that the set reports now
     */
    public static ReplicaSetStatus of(
            List<ControlledPod> pods,
            int minReadySeconds,
            Map<String, String> templateLabels,
            Conditions before,
            Failure failure,
            Instant now) {
        int replicas = 0;
        int labeled = 0;
        int ready = 0;
        int available = 0;
        int terminating = 0;
        var requeueAfter = RequeueAfter.NEVER;
        for (var pod : pods) {
            if (pod.isTerminal()) continue;
            if (pod.meta().isBeingDeleted()) {
                terminating++;
                continue;
            }
            replicas++;
            if (pod.meta().labels().entrySet().containsAll(templateLabels.entrySet())) labeled++;
            if (!pod.isReady()) continue;
            ready++;
            if (pod.isAvailable(minReadySeconds, now)) available++;
            else requeueAfter = RequeueAfter.sooner(requeueAfter, pod.untilAvailable(minReadySeconds, now));
        }
        return new ReplicaSetStatus(
                replicas, labeled, ready, available, terminating, conditions(before, failure, now), requeueAfter);
    }

    /** The first failure stays until there is none. */
    private static Conditions conditions(Conditions before, Failure failure, Instant now) {
        if (failure.message().isEmpty()) return before.without(REPLICA_FAILURE);
        if (before.is(REPLICA_FAILURE, "True")) return before;
        return before.with(new ConditionUpdate(REPLICA_FAILURE, "True", failure.reason(), failure.message()), now);
    }
}
