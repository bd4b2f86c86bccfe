package dev.plimsoll.objects.workload;

import dev.plimsoll.core.workloads.replicaset.ReplicaSetStatus;
import dev.plimsoll.objects.StatusDraft;

/** The status of a replica set that is being written. */
public final class ReplicaSetStatusDraft extends StatusDraft {
    private final boolean countsTerminating;

    /** @param countsTerminating whether the status has a count of pods that are on their way out */
    ReplicaSetStatusDraft(ReplicaSetObject set, boolean countsTerminating) {
        super(set);
        this.countsTerminating = countsTerminating;
    }

    /**
     * Writes the counts.
     *
     * @param observes whether the pods are those that the set's spec led to; while they are still on their way the generation
     *     that was observed stays the one before, so that nobody takes the counts for the outcome
     */
    public ReplicaSetStatusDraft write(ReplicaSetStatus counts, boolean observes) {
        status().put("replicas", counts.replicas())
                .putUnlessZero("fullyLabeledReplicas", counts.fullyLabeledReplicas())
                .putUnlessZero("readyReplicas", counts.readyReplicas())
                .putUnlessZero("availableReplicas", counts.availableReplicas());
        if (countsTerminating) status().put("terminatingReplicas", counts.terminatingReplicas());
        if (observes) observedGeneration(object().metadata().generation());
        conditions(counts.conditions());
        return this;
    }
}
