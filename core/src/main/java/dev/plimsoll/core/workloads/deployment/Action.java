package dev.plimsoll.core.workloads.deployment;

import dev.plimsoll.core.workloads.ControlledPod;
import java.util.Map;

/** A write that a deployment asks for. */
public sealed interface Action {
    /** A new set for the current template. */
    record CreateSet(String name, int replicas, Map<String, String> annotations) implements Action {
        public CreateSet {
            annotations = Map.copyOf(annotations);
        }
    }

    /** A set without pods that keeps what another set has now, for the history. */
    record KeepHistory(OwnedReplicaSet set) implements Action {}

    /**
     * Another size.
     *
     * @param set with the size that it gets
     * @param annotations those that say for which size of the deployment; others stay
     */
    record ScaleSet(OwnedReplicaSet set, int from, Map<String, String> annotations) implements Action {
        public ScaleSet {
            annotations = Map.copyOf(annotations);
        }
    }

    /**
     * Something about a set other than its size.
     *
     * @param annotations all that it is to have
     */
    record UpdateSet(OwnedReplicaSet set, Map<String, String> annotations, int minReadySeconds) implements Action {
        public UpdateSet {
            annotations = Map.copyOf(annotations);
        }
    }

    /**
     * The resources of the deployment's template, for a set that keeps its pods.
     *
     * @param annotations those that change; others stay
     */
    record ResizeSet(OwnedReplicaSet set, Map<String, String> annotations) implements Action {
        public ResizeSet {
            annotations = Map.copyOf(annotations);
        }
    }

    /** An old set that nobody will go back to. */
    record DeleteSet(OwnedReplicaSet set) implements Action {}

    /** The number of the current revision, on the deployment. */
    record NumberDeployment(String revision) implements Action {}

    /** The resources of a set's template, for one of its pods that runs. */
    record ResizePod(ControlledPod pod, OwnedReplicaSet set) implements Action {}

    /** A pod that cannot get its new resources where it is; its set makes another. */
    record ReplacePod(ControlledPod pod, String why) implements Action {}
}
