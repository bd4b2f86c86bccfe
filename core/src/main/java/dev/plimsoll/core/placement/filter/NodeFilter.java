package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;

/** A rule about nodes, prepared for one pod. */
public interface NodeFilter {
    Plugin plugin();

    /** Whether the node in a row may take the pod; every reason against it goes into the findings. */
    boolean admits(NodeTable table, int row, FilterResults findings);

    /** Whether pods on other nodes count too, so that the rule must hear of what is played through. */
    default boolean looksAround() {
        return false;
    }

    /** The same rule, for playing something through. */
    default NodeFilter copy() {
        return this;
    }

    /** A pod came onto a node (1) or left it (-1), while something is played through. */
    default void moved(PlacementNode node, PlacementPod pod, int change) {}
}
