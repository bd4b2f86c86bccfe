package dev.plimsoll.core.prediction.workload;

import dev.plimsoll.core.workloads.ControlledPod;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A workload in one run: it remembers what it has written, such as the sizes of its replica sets. One run, one thread. */
public interface PredictedWorkload {
    String id();

    /** Uids of the objects that control its pods, as of now. */
    Collection<String> controllers();

    /** How many pods it wants; -1 where it does not say. */
    default int wanted() {
        return -1;
    }

    default int minReadySeconds() {
        return 0;
    }

    /** Whether it can have another number of replicas, which it then has. */
    default boolean scale(int replicas) {
        return false;
    }

    /** How it asks for a pod in the place of one that it has lost; empty where the new one is like the lost one. */
    default Optional<RequestedPod> replacement(ControlledPod lost) {
        return Optional.empty();
    }

    /** What it does now about its pods; nothing where all is as it should be, or where it waits. */
    List<WorkloadStep> reconcile(WorkloadContext context);
}
