package dev.plimsoll.controllers.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.controllers.objects.PodView;

/** A write that a deployment asks for. */
public sealed interface Action {
    /** A new set for the current template. */
    record CreateSet(ObjectNode document, int replicas) implements Action {}

    /** Another size, and the annotations that say for which size of the deployment. */
    record ScaleSet(SetView set, int from, ObjectNode document) implements Action {}

    /** Something about a set other than its size. */
    record UpdateSet(ObjectNode document) implements Action {}

    /** An old set that nobody will go back to. */
    record DeleteSet(SetView set) implements Action {}

    /** The number of the current revision, on the deployment. */
    record NumberDeployment(String revision) implements Action {}

    /**
     * New resources for a pod that runs.
     *
     * @param change for its subresource {@code resize}
     */
    record ResizePod(PodView pod, ObjectNode change) implements Action {}

    /** A pod that cannot get its new resources where it is; its set makes another. */
    record ReplacePod(PodView pod, String why) implements Action {}
}
