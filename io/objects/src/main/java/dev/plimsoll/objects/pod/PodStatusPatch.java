package dev.plimsoll.objects.pod;

import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.objects.tree.Timestamps;
import java.time.Instant;

/** A change of a pod's status. */
public final class PodStatusPatch extends ObjectChange {
    public PodStatusPatch(String uid) {
        super(uid);
    }

    public PodStatusPatch phase(String phase) {
        root().object("status").put("phase", phase);
        return this;
    }

    /** Sets a condition that changes now; reason and message are left out where they are empty. */
    public PodStatusPatch condition(ConditionUpdate update, Instant now) {
        root().object("status")
                .list("conditions")
                .addObject()
                .put("type", update.type())
                .put("status", update.status())
                .putUnlessEmpty("reason", update.reason())
                .putUnlessEmpty("message", update.message())
                .put("lastTransitionTime", Timestamps.text(now));
        return this;
    }

    /**
     * Sets a condition that a generation of the pod led to.
     *
     * @param generation 0 where it is not known
     * @param isTransition whether its status changes now
     */
    public PodStatusPatch condition(ConditionUpdate update, long generation, boolean isTransition, Instant now) {
        var condition = root().object("status")
                .list("conditions")
                .addObject()
                .put("type", update.type())
                .put("status", update.status())
                .put("reason", update.reason())
                .put("message", update.message())
                .putUnlessZero("observedGeneration", generation);
        if (isTransition) condition.put("lastTransitionTime", Timestamps.text(now));
        return this;
    }

    public PodStatusPatch nominatedNode(String node) {
        root().object("status").put("nominatedNodeName", node);
        return this;
    }

    public PodStatusPatch withoutNominatedNode() {
        root().object("status").putNull("nominatedNodeName");
        return this;
    }
}
