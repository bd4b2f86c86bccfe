package dev.plimsoll.objects.workload;

import dev.plimsoll.core.workloads.statefulset.StatefulSetStatus;
import dev.plimsoll.objects.StatusDraft;

/** The status of a stateful set that is being written. */
public final class StatefulSetStatusDraft extends StatusDraft {
    StatefulSetStatusDraft(StatefulSetObject set) {
        super(set);
    }

    public StatefulSetStatusDraft write(StatefulSetStatus counts, int collisions) {
        observedGeneration(object().metadata().generation());
        status().put("replicas", counts.replicas())
                .putUnlessZero("readyReplicas", counts.readyReplicas())
                .put("availableReplicas", counts.availableReplicas())
                .putUnlessZero("currentReplicas", counts.currentReplicas())
                .putUnlessZero("updatedReplicas", counts.updatedReplicas())
                .put("currentRevision", counts.currentRevision())
                .put("updateRevision", counts.updateRevision())
                .put("collisionCount", collisions);
        return this;
    }
}
