package dev.plimsoll.objects.workload;

import dev.plimsoll.core.workloads.daemonset.DaemonSetStatus;
import dev.plimsoll.objects.StatusDraft;

/** The status of a daemon set that is being written. */
public final class DaemonSetStatusDraft extends StatusDraft {
    DaemonSetStatusDraft(DaemonSetObject set) {
        super(set);
    }

    public DaemonSetStatusDraft write(DaemonSetStatus counts, int collisions) {
        observedGeneration(object().metadata().generation());
        status().put("desiredNumberScheduled", counts.desiredNumberScheduled())
                .put("currentNumberScheduled", counts.currentNumberScheduled())
                .put("numberMisscheduled", counts.numberMisscheduled())
                .put("numberReady", counts.numberReady())
                .putUnlessZero("updatedNumberScheduled", counts.updatedNumberScheduled())
                .putUnlessZero("numberAvailable", counts.numberAvailable())
                .putUnlessZero("numberUnavailable", counts.numberUnavailable())
                .putUnlessZero("collisionCount", collisions);
        return this;
    }
}
