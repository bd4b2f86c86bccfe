package dev.plimsoll.core.prediction.autoscaling;

import dev.plimsoll.core.estimation.update.ResizeState;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** A cluster in which autoscalers act: it admits, places, resizes and evicts as its programs do. */
public interface AutoscaledCluster {
    /**
     * A pod.
     *
     * @param pod as its node has it, or as it was made
     * @param isRunning whether a node has let it in
     * @param since when a node let it in, or when it was made
     */
    record ClusterPod(Pod pod, boolean isRunning, Instant since) {
        public String uid() {
            return pod.metadata().uid();
        }
    }

    /**
     * What a node says to a resize.
     *
     * @param state {@code NONE} where it is done
     * @param restarted how many containers are restarted for it
     */
    record Resized(ResizeState state, String message, int restarted) {}

    /** Those of a workload that have not ended, by name. */
    List<ClusterPod> pods(String workload);

    /** How many pods a workload wants; -1 where it does not say. */
    int wanted(String workload);

    /** Whether the workload can have another number of replicas, which it then has. */
    boolean scale(String workload, int replicas);

    /** Asks the API server and the node of a running pod for other resources. */
    Resized resize(String uid, PodSpec changed);

    /** Evicts a pod; empty where that was done, otherwise why not. */
    String evict(String uid, String by);

    /** Controllers, scheduler and nodes do what there is to do at a time that is not before the last one. */
    void settle(Instant now);

    /** Workloads whose pods came, went or were resized since this was asked last. */
    Collection<String> changed();
}
