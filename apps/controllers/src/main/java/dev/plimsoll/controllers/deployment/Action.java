package dev.plimsoll.controllers.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;

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
}
