package dev.plimsoll.objects.workload;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.number;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.ObjectDraft;

/** A workload of any kind, for what people ask of all of them. */
public final class WorkloadOverview extends WorkloadObject {
    public WorkloadOverview(ObjectNode document) {
        super(document);
    }

    /** Whether its rollout is paused. */
    public boolean isPaused() {
        return flag(specNode(), "paused");
    }

    public boolean isSuspended() {
        return flag(specNode(), "suspend");
    }

    /** Whether it says how many pods it wants. */
    public boolean declaresReplicas() {
        return has(specNode(), "replicas");
    }

    public int readyReplicas() {
        return reported("readyReplicas");
    }

    /** The same for another number of pods. */
    public ObjectNode scaledTo(int replicas) {
        return new Scaled(document()).to(replicas).document();
    }

    private static final class Scaled extends ObjectDraft {
        Scaled(ObjectNode document) {
            super(document);
        }

        Scaled to(int replicas) {
            spec().put("replicas", replicas);
            return this;
        }
    }

    /** How many pods it has at a time; 0 where that depends on the cluster, as with a DaemonSet. */
    public long podsAtATime() {
        return switch (kind()) {
            case "Deployment", "ReplicaSet", "StatefulSet" -> replicas();
            case "Job" -> number(specNode(), "parallelism", 1);
            case "CronJob" -> number(specNode().path("jobTemplate").path("spec"), "parallelism", 1);
            default -> 0;
        };
    }
}
